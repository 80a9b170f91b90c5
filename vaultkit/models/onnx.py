"""Embeds texts by an ONNX model in a folder, as Hugging Face lays them out; nothing is fetched."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vaultkit.errors import VaultkitError

if TYPE_CHECKING:
    from types import ModuleType

_MODELS: Final = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx", "model_quantized.onnx")
_LONGEST: Final = 512
"""Tokens of a text that are read: a chunk has fewer."""
_HEAD: Final = 1 << 20
"""Bytes that, with the size, tell one model from another."""


class OnnxEmbedder:
    """A model folder: `model.onnx`, `tokenizer.json`, and how to pool (`1_Pooling/config.json`), else the mean."""

    def __init__(self, folder: Path) -> None:
        """Open the model. Raises VaultkitError if the folder holds none, or the runtime is not installed."""
        self._folder = folder
        model = next((folder / name for name in _MODELS if (folder / name).is_file()), None)
        if model is None or not (folder / "tokenizer.json").is_file():
            what = f"{folder} holds no ONNX model"
            raise VaultkitError(what, "name a folder with model.onnx and tokenizer.json")
        self._model = model
        runtime, tokenizers = _needed("onnxruntime"), _needed("tokenizers")
        self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._session: Any = runtime.InferenceSession(str(self._model), providers=["CPUExecutionProvider"])
        self._tokenizer.enable_truncation(_LONGEST)
        self._tokenizer.enable_padding()
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._takes_first = bool(_settings(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token"))
        self._prompts = _settings(folder / "config_sentence_transformers.json").get("prompts") or {}

    @property
    def id(self) -> str:
        """The name of the folder and what its model is."""
        with self._model.open("rb") as file:
            head = hashlib.sha256(file.read(_HEAD) + str(self._model.stat().st_size).encode())
        return f"{self._folder.name}@{head.hexdigest()[:12]}"

    def documents(self, texts: Sequence[str], /) -> list[list[float]]:
        """The vectors of texts, of length 1."""
        return self._vectors([self._prompts.get("document", "") + text for text in texts])

    def query(self, text: str, /) -> list[float]:
        """The vector of a question."""
        return self._vectors([self._prompts.get("query", "") + text])[0]

    def _vectors(self, texts: list[str]) -> list[list[float]]:
        import numpy

        encoded = self._tokenizer.encode_batch(texts)
        mask = numpy.array([each.attention_mask for each in encoded], dtype=numpy.int64)
        given = {
            "input_ids": numpy.array([each.ids for each in encoded], dtype=numpy.int64),
            "attention_mask": mask,
            "token_type_ids": numpy.zeros_like(mask),
        }
        found = self._session.run(None, {name: value for name, value in given.items() if name in self._inputs})[0]
        if found.ndim == 3:
            weights = mask[..., None]
            found = found[:, 0] if self._takes_first else (found * weights).sum(1) / weights.sum(1).clip(1)
        found = found / numpy.linalg.norm(found, axis=1, keepdims=True).clip(1e-12)
        vectors: list[list[float]] = found.tolist()
        return vectors


def _needed(name: str) -> ModuleType:
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as fault:
        raise VaultkitError(
            f"an ONNX model needs {name}, which is not installed", "pip install 'vaultkit[onnx]'"
        ) from fault


def _settings(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
