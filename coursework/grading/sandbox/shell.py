"""IPython without a terminal: run cells, and record what they would show."""

import base64
import gc
import importlib
import io
import sys

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

IMPORTED = (
    "matplotlib.pyplot", "matplotlib_inline.backend_inline", "pandas", "scipy.optimize",
    "scipy.stats", "scipy.special", "hashlib", "hmac", "random", "itertools",
    "collections", "statistics", "fractions", "multiprocessing",
    "ldp_course.estimate", "ldp_course.data", "pexpect",
    "IPython.core.magics", "IPython.core.completer",
)  # fmt: skip
MOST_OUTPUT = 1_000_000  # characters of one notebook


class Recorder:
    """The outputs of the cell that runs, as nbformat has them."""

    def __init__(self):
        self.left, self.outputs = MOST_OUTPUT, []

    def add(self, kind: str, size: int, **fields) -> None:
        if self.left > 0:
            self.outputs.append({"output_type": kind, **fields})
        self.left -= size

    def stream(self, name: str, text: str) -> None:
        text = text[: max(0, self.left)]
        last = self.outputs[-1] if self.outputs else {}
        if last.get("name") == name:
            last["text"].append(text)
            self.left -= len(text)
        elif text:
            self.add("stream", len(text), name=name, text=[text])

    def error(self, kind, error) -> None:
        text = text_of(error)
        self.add("error", len(text), ename=kind.__name__, evalue=text)

    def data(self, kind: str, data: dict) -> None:
        forms = {}
        for mime in ("text/plain", "image/png", "image/jpeg"):
            value = data.get(mime)
            if isinstance(value, bytes):
                value = base64.b64encode(value).decode()
            if isinstance(value, str):
                forms[mime] = value[:MOST_OUTPUT]
        self.add(kind, sum(map(len, forms.values())), data=forms)

    def take(self) -> list:
        outputs, self.outputs = self.outputs, []
        for output in outputs:
            if "text" in output:
                output["text"] = "".join(output["text"])
        return outputs


RECORDER = Recorder()


class Stream(io.TextIOBase):
    """Record what is written to sys.stdout or sys.stderr."""

    encoding, errors = "utf-8", "backslashreplace"

    def __init__(self, name):
        self.name = name

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        RECORDER.stream(self.name, text)
        return len(text)

    def writable(self):
        return True


class Publisher(DisplayPublisher):
    def publish(self, data, metadata=None, **other):
        RECORDER.data("display_data", data)

    def clear_output(self, wait=False):
        RECORDER.outputs.clear()


class Hook(DisplayHook):
    def start_displayhook(self):
        pass

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        RECORDER.data("execute_result", format_dict)

    def finish_displayhook(self):
        pass


class Shell(InteractiveShell):
    """IPython without a terminal and a history, which records what it would show."""

    def ask_exit(self):
        """Do nothing: a notebook that says exit() goes on with its next cell."""

    def enable_gui(self, gui=None):
        pass

    def showtraceback(self, exc_tuple=None, *_, **__):
        kind, error, _ = exc_tuple or sys.exc_info()
        RECORDER.error(kind, error)

    def showsyntaxerror(self, *_, **__):
        kind, error, _ = sys.exc_info()
        RECORDER.error(kind, error)

    showindentationerror = showsyntaxerror


def prepare() -> Shell:
    """Import what notebooks import, and make the shell."""
    for name in IMPORTED:
        importlib.import_module(name)
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = Shell.instance(
        config=config, display_pub_class=Publisher, displayhook_class=Hook, user_ns={}
    )
    shell.set_hook("show_in_pager", page)
    shell.run_line_magic("matplotlib", "inline")
    shell.run_cell("None", silent=True)  # the first one takes longer
    gc.collect()
    gc.freeze()  # what is here already need not be copied for each fork
    return shell


def page(_, data, **others) -> None:
    """Record what `np.where?` shows: a text, or a bundle of forms of it."""
    data = data if isinstance(data, dict) else {"text/plain": data}
    RECORDER.data("display_data", data)


def text_of(error) -> str:
    try:
        return str(error)[:2000]
    except BaseException:  # the student's own class
        return ""
