"""Compiles the kernels for cards, with the compiler that NVIDIA publishes as a Python package.

    pip install -r requirements.txt
    python compile.py           writes compiled/*.ptx.xz, and compiled/sources.sha256
    python compile.py --check   fails if they are not those of the sources

No card and no driver are needed. The compiler numbers registers differently in each run, so that texts cannot be
compared. What is compared is the hash of the sources, the kernels that a text has, and their parameters.
"""

import ctypes
import hashlib
import lzma
import re
import sys
from importlib.resources import files
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
RANKS = range(3, 14)
# The oldest cards that the kernels run on are those of Ampere.
OPTIONS = ["--gpu-architecture=compute_80", "--std=c++17", "-DNUMBER_BITS=16"]


def library() -> ctypes.CDLL:
    return ctypes.CDLL(str(files("nvidia.cuda_nvrtc") / "lib" / "libnvrtc.so.12"))


def text_of(nvrtc: ctypes.CDLL, program: ctypes.c_void_p, what: str) -> bytes:
    size = ctypes.c_size_t()
    getattr(nvrtc, f"nvrtcGet{what}Size")(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f"nvrtcGet{what}")(program, text)
    return text.value


def compiled(nvrtc: ctypes.CDLL, ranks: int) -> bytes:
    headers = sorted(FOLDER.glob("*.cuh"))
    bodies = (ctypes.c_char_p * len(headers))(*[header.read_bytes() for header in headers])
    names = (ctypes.c_char_p * len(headers))(*[header.name.encode() for header in headers])
    program = ctypes.c_void_p()
    source = (FOLDER / "engine.cu").read_bytes()
    created = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"engine.cu", len(headers), bodies, names)
    if created != 0:
        sys.exit(f"the compiler does not start: error {created}")
    options = [option.encode() for option in [*OPTIONS, f"-DRANKS={ranks}"]]
    failed = nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options))
    if failed:
        sys.exit(text_of(nvrtc, program, "ProgramLog").decode())
    return text_of(nvrtc, program, "PTX")


def sources() -> str:
    """The hash of the sources, in the order of their names."""
    hashed = hashlib.sha256()
    for path in sorted([*FOLDER.glob("*.cuh"), FOLDER / "engine.cu"]):
        hashed.update(path.read_bytes())
    return hashed.hexdigest() + "\n"


def path_for(ranks: int) -> Path:
    return FOLDER / "compiled" / f"{ranks}.ptx.xz"


def kernels(text: bytes) -> list[bytes]:
    """The names and parameters of all kernels."""
    return re.findall(rb"\.entry (\w+\([^)]*\))", text)


def check(nvrtc: ctypes.CDLL) -> None:
    hint = "run compile.py and commit what it writes"
    if (FOLDER / "compiled" / "sources.sha256").read_text() != sources():
        sys.exit(f"the sources have changed since they were compiled: {hint}")
    for ranks in RANKS:
        found = kernels(lzma.decompress(path_for(ranks).read_bytes()))
        # The others differ in a number only, and each takes ten seconds.
        expected = kernels(compiled(nvrtc, ranks)) if ranks in (RANKS[0], RANKS[-1]) else found
        if len(found) == 0 or found != expected:
            sys.exit(f"{path_for(ranks).name} has other kernels than the sources: {hint}")
        print(f"{ranks} ranks: {len(found)} kernels")


def main() -> None:
    nvrtc = library()
    if "--check" in sys.argv[1:]:
        check(nvrtc)
        return
    for ranks in RANKS:
        path_for(ranks).write_bytes(lzma.compress(compiled(nvrtc, ranks), check=lzma.CHECK_CRC32, preset=9))
        print(f"{ranks} ranks: written")
    (FOLDER / "compiled" / "sources.sha256").write_text(sources())


if __name__ == "__main__":
    main()
