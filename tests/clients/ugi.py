"""A second engine that only judges: whether a move is legal, and whether the game is over."""

import subprocess


class Judge:
    def __init__(self, path, options):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        for name, value in options.items():
            print(f"setoption name {name} value {value}", file=self.process.stdin)

    def query(self, moves, what):
        print("position startpos moves", *moves, file=self.process.stdin)
        print("query", what, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        assert line.startswith("response "), line
        return line.removeprefix("response ").strip()

    def close(self):
        self.process.communicate("quit\n")
