// vaultkit in OpenCode: hands its events to vaultkit-hook, and what that answers back.
// Written by `vaultkit install opencode`; `vaultkit uninstall opencode` removes it.
import { spawn } from "node:child_process"

const HOOK = "vaultkit-hook"
const PATIENCE = 12_000 // ms; the hook answers long before
const EDITS = new Set(["write", "edit", "patch", "apply_patch"])

/** What the hook answers to an event: an object, {} if it does not. It never throws. */
function ask(event) {
  return new Promise((resolve) => {
    let said = ""
    const done = () => {
      clearTimeout(timer)
      try {
        resolve(JSON.parse(said))
      } catch {
        resolve({})
      }
    }
    const hook = spawn(HOOK, ["--client", "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => hook.kill(), PATIENCE)
    hook.on("error", done)
    hook.on("close", done)
    hook.stdout.on("data", (part) => (said += part))
    hook.stdin.on("error", () => {})
    hook.stdin.end(JSON.stringify(event))
  })
}

/** The text of a message that a person or the model wrote. */
const textOf = (parts) =>
  parts
    .filter((part) => part.type === "text" && !part.synthetic && !part.ignored)
    .map((part) => part.text)
    .join("\n\n")

export const Vaultkit = async ({ client, directory }) => {
  const sessions = new Map() // id -> { briefing, due }: what the model is told with every request
  const children = new Set() // sessions of subagents: part of another one
  const began = new Map() // call id -> ms

  const tell = (session, event, more) => ask({ event, session, folder: directory, ...more })

  /** The session of an id, begun if it is new; undefined for a subagent's. */
  async function sessionOf(id) {
    if (children.has(id)) return undefined
    if (!sessions.has(id)) {
      const session = { briefing: "", due: "" }
      sessions.set(id, session)
      session.briefing = (await tell(id, "session-start", { occasion: "startup" })).context ?? ""
    }
    return sessions.get(id)
  }

  async function messagesOf(id) {
    try {
      return (await client.session.messages({ path: { id } })).data ?? []
    } catch {
      return []
    }
  }

  /** What the model said since the last prompt. */
  async function replyOf(id) {
    const messages = await messagesOf(id)
    const asked = messages.findLastIndex(({ info }) => info.role === "user")
    const replies = messages.slice(asked + 1).filter(({ info }) => info.role === "assistant" && !info.summary)
    return replies.map(({ parts }) => textOf(parts)).filter(Boolean).join("\n\n")
  }

  async function summaryOf(id) {
    const message = (await messagesOf(id)).findLast(({ info }) => info.role === "assistant" && info.summary)
    return message ? textOf(message.parts) : ""
  }

  async function end(id, occasion) {
    if (sessions.delete(id)) await tell(id, "session-end", { occasion })
  }

  const events = {
    "session.created": async ({ info }) => {
      if (info.parentID) children.add(info.id)
    },
    "session.idle": async ({ sessionID }) => {
      if (!sessions.has(sessionID)) return
      const text = await replyOf(sessionID)
      if (text) await tell(sessionID, "reply", { text })
    },
    "session.compacted": async ({ sessionID }) => {
      const text = sessions.has(sessionID) ? await summaryOf(sessionID) : ""
      if (text) await tell(sessionID, "condensed", { text })
    },
    "session.deleted": async ({ info }) => end(info.id, "deleted"),
    "message.part.updated": async ({ part }) => {
      if (part.type !== "tool" || part.state.status !== "error" || !began.delete(part.callID)) return
      const { input, error, time } = part.state
      const ms = time ? time.end - time.start : undefined
      await tell(part.sessionID, "tool-after", { tool: part.tool, args: input, ok: false, error, ms })
    },
  }

  return {
    event: async ({ event }) => events[event.type]?.(event.properties),
    dispose: async () => {
      await Promise.all([...sessions.keys()].map((id) => end(id, "exit")))
    },
    "chat.message": async (input, output) => {
      const session = await sessionOf(input.sessionID)
      const text = textOf(output.parts)
      if (session && text) session.due = (await tell(input.sessionID, "prompt", { text })).context ?? ""
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = sessions.get(input.sessionID)
      if (session) output.system.push(...[session.briefing, session.due].filter(Boolean))
    },
    "tool.execute.before": async (input, output) => {
      began.set(input.callID, Date.now())
      if (!EDITS.has(input.tool)) return
      const { refusal } = await tell(input.sessionID, "tool-before", { tool: input.tool, args: output.args })
      if (refusal) throw new Error(refusal)
    },
    "tool.execute.after": async (input, output) => {
      const start = began.get(input.callID)
      began.delete(input.callID)
      const call = { tool: input.tool, args: input.args, ok: true, ms: start && Date.now() - start }
      const { fault } = await tell(input.sessionID, "tool-after", call)
      if (fault) output.output += `\n\n${fault}`
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      if (sessions.has(sessionID)) await tell(sessionID, "compaction", {})
    },
  }
}
