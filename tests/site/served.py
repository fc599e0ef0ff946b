"""Serve the built site packed and under a sub-path, as a static host does."""

import gzip
import threading
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

SUB_PATH = "/course/"
PACKED = {".html", ".css", ".js", ".json", ".svg"}


@cache
def content(path):
    body = path.read_bytes()
    return gzip.compress(body) if path.suffix in PACKED else body


@contextmanager
def served(site):
    """Yield the address of the site while the server runs."""

    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            address = unquote(self.path.partition("?")[0])
            path = site / address.removeprefix(SUB_PATH)
            if address.startswith(SUB_PATH) and path.is_file():
                self.answer(path, content(path))
            else:
                self.send_error(404)

        def answer(self, path, body):
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(len(body)))
            if path.suffix in PACKED:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
        server.shutdown()
