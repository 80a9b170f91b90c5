"""What of an assistant's reply is kept, by what the user asked for: a report, an operation, a discussion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from vaultkit.memory.shelf.call import Call
from vaultkit.memory.shelf.ledger import duration, ledger, tools_used

Intent = Literal["report", "operation", "discussion"]

PARAGRAPH: Final = 500
"""Characters of the opening and of the conclusion of a report, about."""
RESULT: Final = 600
"""Characters of an operation's outcome."""
_REPORT: Final = re.compile(
    r"\b(?:reports?|analy[sz](?:e|es|ed|ing|is)|statistics?|stats|summar(?:y|ies|i[sz]e|i[sz]es|i[sz]ing)|overview|"
    r"breakdown|compare|comparison|metrics|dashboard|audit|survey)\b"
    r"|报告|報告|分析|统计|統計|总结|總結|汇总|匯總|报表|報表|概述|对比|對比|调研|盘点|周报|日报|月报",
    re.IGNORECASE,
)
_OPERATION: Final = re.compile(
    r"\b(?:run|fix|deploy|install|create|build|add|remove|delete|update|upgrade|change|rename|move|refactor|implement|"
    r"write|make|set ?up|configure|start|stop|restart|migrate|merge|commit|push|release|publish|execute|test|debug|"
    r"revert|rebase|patch|generate|download|upload)\b"
    r"|运行|運行|修复|修復|部署|安装|安裝|创建|創建|新建|删除|刪除|更新|升级|重构|实现|执行|執行|配置|启动|停止|重启|"
    r"迁移|合并|提交|推送|发布|测试|调试|修改|添加|生成|下载|上传|编译|构建",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"^#{1,6}[ \t]+\S.*$", re.MULTILINE)
_FENCE: Final = re.compile(r"^(`{3,}|~{3,}).*?(?:^\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)


def intent(question: str, calls: Sequence[Call] = ()) -> Intent:
    """What a question asks for; where tools were used and no report was asked for, it was an operation."""
    if _REPORT.search(question):
        return "report"
    return "operation" if calls or _OPERATION.search(question) else "discussion"


def shaped(reply: str, question: str, calls: Sequence[Call] = (), took_ms: float | None = None) -> str:
    """What is kept of a reply to a question, with the ledger of its tool calls."""
    reply = reply.strip()
    match intent(question, calls):
        case "report":
            body = _report(reply)
        case "operation":
            body = _operation(reply, calls, took_ms)
        case _:
            body = reply
    return "\n\n".join(filter(None, (body, ledger(calls))))


def _report(reply: str) -> str:
    """Headings, the opening and the conclusion."""
    prose = _FENCE.sub("", reply)
    headings = [found[0].rstrip() for found in _HEADING.finditer(prose)]
    paragraphs = [part.strip() for part in re.split(r"\n[ \t]*\n", _HEADING.sub("\n", prose)) if part.strip()]
    if not paragraphs:
        return "\n".join(headings) or _short(reply, PARAGRAPH)
    opening = _short(paragraphs[0], PARAGRAPH)
    conclusion = _short(paragraphs[-1], PARAGRAPH) if len(paragraphs) > 1 else ""
    return "\n\n".join(filter(None, ("\n".join(headings), opening, conclusion)))


def _operation(reply: str, calls: Sequence[Call], took_ms: float | None) -> str:
    """How long, by what means, with what result."""
    known = [call.duration_ms for call in calls if call.duration_ms is not None]
    took = took_ms if took_ms is not None else (sum(known) if known else None)
    lines = [f"- 用时: {duration(took)}"] if took is not None else []
    lines += [f"- 手段: {tools_used(calls)}"] if calls else []
    return "\n".join(["## Operation", "", *lines, f"- 结果: {_outcome(reply)}"])


def _outcome(reply: str) -> str:
    """The last statements of a reply, as many paragraphs as fit."""
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", _FENCE.sub("", reply)) if part.strip()]
    kept: list[str] = []
    for paragraph in reversed(paragraphs):
        if kept and len(" ".join((paragraph, *kept))) > RESULT:
            break
        kept.insert(0, paragraph)
    return _short(" ".join(kept) or " ".join(reply.split()), RESULT)


def _short(text: str, longest: int) -> str:
    """A text cut at the end of a sentence or word."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    ends = [found.end() for found in re.finditer(r"[.!?。！？](?=\s|$)|[。！？]", cut)]
    if ends and ends[-1] > longest // 2:
        return cut[: ends[-1]] + " …" if len(cut[: ends[-1]]) + 2 <= longest else cut[: ends[-1]]
    blank = cut.rfind(" ")
    return (cut[:blank] if blank > longest // 2 else cut) + "…"
