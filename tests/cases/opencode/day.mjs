// A day in OpenCode: the calls that it makes of a plugin.
import { Vaultkit } from "./vaultkit.mjs"
const message = (role, text, more) => ({ info: { role, ...more }, parts: [{ type: "text", text }, { type: "text", text: "x", synthetic: true }] })
const client = { session: { messages: async () => ({ data: [
  message("user", "old"), message("assistant", "summary", { summary: true }),
  message("user", "Fix it"), message("assistant", "First."), message("assistant", "Done.") ] }) } }
const plugin = await Vaultkit({ client, directory: "/work/app" })
const said = {}
await plugin.event({ event: { type: "session.created", properties: { info: { id: "child", parentID: "s" } } } })
await plugin["chat.message"]({ sessionID: "child" }, { parts: [{ type: "text", text: "sub" }] })
await plugin["chat.message"]({ sessionID: "s" }, { parts: [{ type: "text", text: "Fix it" }, { type: "file" }] })
const system = { system: ["base"] }
await plugin["experimental.chat.system.transform"]({ sessionID: "s" }, system)
said.system = system.system
const call = (tool, callID, args) => [{ tool, sessionID: "s", callID, args }, { args }]
await plugin["tool.execute.before"](...call("write", "1", { filePath: "a.md", content: "x" }))
const output = { output: "written" }
await plugin["tool.execute.after"](call("write", "1", { filePath: "a.md", content: "x" })[0], output)
said.output = output.output
await plugin["tool.execute.before"](...call("edit", "2", { filePath: "journal/1.md" })).catch((fault) => (said.refused = fault.message))
await plugin["tool.execute.before"](...call("bash", "3", { command: "x" }))
const part = { type: "tool", tool: "bash", callID: "3", sessionID: "s",
               state: { status: "error", input: { command: "x" }, error: "not found", time: { start: 5, end: 12 } } }
for (const type of ["message.part.updated", "message.part.updated", "an.event.of.a.later.version"])
  await plugin.event({ event: { type, properties: { part } } })
for (const type of ["session.idle", "session.compacted"]) await plugin.event({ event: { type, properties: { sessionID: "s" } } })
await plugin["experimental.session.compacting"]({ sessionID: "s" }, { context: [] })
await plugin.dispose()
console.log(JSON.stringify(said))
