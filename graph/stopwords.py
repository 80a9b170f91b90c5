"""Words that carry no subject: function words tell the language of a text, and they and question words do not vote.

Languages are named by their Snowball stemmer.
"""

from __future__ import annotations

from typing import Final

_WORDS: Final = {
    "english": "a an one and are as at be been but by can could did do does for from get had has have how i if in into "
    "is it its just me my no not of on or our should so some than that the their them then there these "
    "they this to use was we were what when where which who whom whose why will with would you your about "
    "any does tell explain show find give know mean means want need way "
    "all another being both doing few having many more most much other others really several such too very whether ",
    "german": "aber alle als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch "
    "durch ein eine einem einen einer es für hat habe haben ich ihr im in ist ja kann können man mein mit "
    "nach nicht noch nur oder sein sich sie sind so über um und uns unser von vor war warum was welche "
    "welcher welches wenn wer werden wie wir wird wo wozu zu zum zur gibt ",
    "spanish": "a al algo ante como cómo con cual cuál cuáles cuales cuando cuándo cuanto cuánto de del desde donde "
    "dónde el ella ellos en entre era es esa ese eso esta este esto está están fue ha hace han hay la las "
    "le les lo los más me mi muy no nos o para pero por porque puede qué que quién se ser si sí sin sobre "
    "son su sus también te tiene un una unos y ya hacer debo puedo ",
    "french": "à au aux avec ce ces cette comment dans de des du elle en est et être fait il ils je la le les leur "
    "lui mais me mes mon ne nous on ou où par pas peut plus pour pourquoi qu quand que quel quelle "
    "quelles quels qui quoi sa se ses si son sont sur ta te tu un une vos votre vous ",
    "portuguese": "a ao aos as com como da das de do dos e é ela ele em entre era essa esse esta está este eu foi há "
    "isso isto já la mais mas me meu muito na nas não no nos o onde os ou para pela pelo por porque posso "
    "qual quais quando que quem se sem ser seu são sobre sua também tem um uma você ",
    "italian": "a ai al alla anche che chi ci come con cosa da dal dei del della delle di dove e è ed gli ha hanno i "
    "il in io la le lo ma mi nei nel nella non o per perché più quale quali quando se si sono su sul un "
    "una ",
    "dutch": "aan als bij dat de den der deze die dit door een en er het hoe ik in is je kan met mijn naar niet "
    "nog of om ook op over te tot uit van veel voor waar waarom wat we welke wel werd wie wij worden zijn "
    "zo ",
    "russian": "а без бы был была в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к "
    "как какой какие когда кто ли мне мы на над не нет но о об он она они от по под почему при с со так "
    "то у уже что чтобы это я ",
}
STOP_WORDS: Final = {language: frozenset(words.split()) for language, words in _WORDS.items()}
"""By language, case-folded."""

ALL: Final = frozenset().union(*STOP_WORDS.values())

_CJK: Final = (
    "为什么 什么 怎么样 怎么 怎样 如何 哪些 哪个 哪里 是否 可以 应该 需要 我们 你们 他们 一个 这个 那个 有没有 能不能 "
    "吗 呢 的 了 是 在 和 与 我 你 他 有 也 都 就 而 及 着 或 吧 啊 "
    "とは ですか ますか でしょうか どうやって どのように どうすれば なぜ どう どこ いつ だれ 何 です ます する した "
    "して いる ある こと もの から まで より は が を に で と の も へ や か"
)
CJK_STOPS: Final = tuple(_CJK.split())
"""What questions in Chinese and Japanese are made of, the longest first where one begins another."""
