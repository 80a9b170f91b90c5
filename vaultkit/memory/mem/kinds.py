"""The type of a memory, told by its keys and by trigger words."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from vaultkit.memory.mem.texts import SAMPLE, texts_of

DEFAULT: Final = "info"

_TRIGGERS: Final = {
    "decision": "decided, chose, chosen, picked, selected, opted, going with, "
    "entschieden, gewählt, decidido, elegido, décidé, choisi, "
    "決定, 决定, 选择了, 選擇了, 选定, 採用, 采用, 決めた, 決まった, 選んだ, 결정, 선택했, "
    "решили, решил, выбрали, выбрал, قررنا, قرر, اخترنا",
    "preference": "prefer, prefers, preferred, favorite, favourite, like best, rather, better to, "
    "bevorzuge, bevorzugt, lieber, prefiero, prefiere, préfère, "
    "偏好, 喜欢, 喜歡, 更喜欢, 宁愿, 最好是, 好み, 好きな, の方がいい, 선호, 좋아하, "
    "предпочитаю, предпочитает, أفضل, يفضل",
    "learning": "learned, learnt, studied, understood, realized, realised, discovered, "
    "gelernt, verstanden, entdeckt, aprendí, descubrí, appris, découvert, "
    "学到, 学会, 學到, 學會, 明白了, 发现了, 發現了, 学んだ, 分かった, わかった, 배웠, "
    "알게 되, узнал, узнали, понял, "
    "выяснил, تعلمت, فهمت, اكتشفت",
    "task": "todo, task, need to, needs to, plan to, next step, going to, "
    "muss noch, aufgabe, nächster schritt, hay que, tarea, tâche, il faut, "
    "待办, 待辦, 任务, 任務, 需要, 计划, 計劃, 下一步, やること, する必要, 予定, 할 일, "
    "해야, 계획, задача, нужно, надо, план, مهمة, يجب, نحتاج",
    "question": "wondering, curious, research, investigate, find out, "
    "frage mich, herausfinden, untersuchen, me pregunto, averiguar, je me demande, "
    "想知道, 好奇, 研究一下, 调查, 調查, 疑問, 気になる, 調べる, 궁금, 조사, интересно, "
    "выяснить, исследовать, أتساءل, نبحث",
    "note": "noticed, observed, important, remember that, "
    "bemerkt, wichtig, beachte, importante, ojo, remarqué, "
    "注意, 重要, 记住, 記住, 気づいた, 覚えて, 중요, 기억, важно, заметил, запомни, مهم, لاحظت, تذكر",
    "progress": "completed, finished, done, achieved, milestone, "
    "erledigt, fertig, abgeschlossen, terminado, completado, terminé, achevé, "
    "完成, 已做完, 里程碑, 終わった, 達成, 완료, 끝냈, завершили, завершил, готово, сделано, اكتمل, أنجزنا, انتهينا",
}
"""By type, in the order in which they are tried: the words of a sentence that tell it, in several languages."""
_KEYS: Final = {
    "preferences": "preference",
    "lesson": "learning",
    "tasks": "task",
    "notes": "note",
    "observation": "note",
}
"""Keys that name a type beside the types themselves."""
KINDS: Final = (*_TRIGGERS, DEFAULT)


def kind_of(data: Any) -> str:
    "The type of a memory: what its field `type` says, else a key that names one,"
    "else the first with a trigger word."
    if isinstance(data, dict):
        said = data.get("type")
        if isinstance(said, str) and said.casefold() in KINDS:
            return said.casefold()
        named = {_KEYS.get(key.casefold(), key.casefold()) for key in data}
        for kind in _TRIGGERS:
            if kind in named:
                return kind
    text = "\n".join(texts_of(data))[:SAMPLE].casefold().replace("_", " ")
    return next((kind for kind, pattern in _patterns() if pattern.search(text)), DEFAULT)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """A word in a script with blanks stands alone: `undone` is not done."""
    return [(kind, re.compile("|".join(map(_pattern, words.split(", "))))) for kind, words in _TRIGGERS.items()]


def _pattern(word: str) -> str:
    spaced = word[0] < "\u0700"  # Latin, Greek, Cyrillic, Hebrew, Arabic
    return rf"(?<!\w){re.escape(word.casefold())}(?!\w)" if spaced else re.escape(word)
