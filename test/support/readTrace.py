"""Reads a trace file of Whence as docs/traceFormat.md describes it, and nothing else of Whence. Prints a JSON list for each event:
event, thread, kind of its site, path, offset, subject, key, value, and the activation in which it happened."""

import json
import struct
import sys
import zlib

MAGIC = b"whence\0\1"
TYPES = ["object", "function", "array", "map", "set", "error", "arguments", "module", "proxy", "class"]
NO_EVENT = (11, 13, 15)
OF_ACTIVATION = {"fork", "arrival", "return", "await", "exit", "throw", "catch", "last", "suspend", "caller"}


def frames(data):
    """Kind and content of each whole frame; a damaged content is left out."""
    if data[:8] != MAGIC:
        sys.exit("no trace of version 1")
    at = 8
    while at + 20 <= len(data):
        header = data[at : at + 20]
        kind, codec, stored, length, checksum, own = struct.unpack("<BBxxIIII", header)
        if own != zlib.crc32(header[:16]) or at + 20 + stored > len(data):
            return
        body = data[at + 20 : at + 20 + stored]
        at += 20 + stored
        if zlib.crc32(body) != checksum or codec > 1:
            continue
        content = zlib.decompress(body, 31) if codec == 1 else body
        if len(content) == length:
            yield kind, content


class Trace:
    def __init__(self, data):
        self.strings, self.sites, self.objects, self.parts = {}, {}, {}, []
        part = None
        for kind, content in frames(data):
            if kind == 3:
                frame = json.loads(content)
                for index, site in enumerate(frame["sites"]):
                    self.sites[frame["first"] + index] = (frame["path"], site)
            elif kind == 4:
                frame = json.loads(content)
                for index, text in enumerate(frame["texts"]):
                    self.strings[frame["first"] + index] = text
            elif kind == 5:
                for number, name, type_, _, event in struct.iter_unpack("<IIIId", content):
                    self.objects[number] = (name, TYPES[type_], event)
            elif kind == 12:
                thread, rows, first, depth, count = struct.unpack("<IIdII", content[:24])
                part = (thread, rows, int(first), list(struct.unpack("<%dI" % count, content[24:])))
            elif kind == 6 and part is not None:
                self.parts.append((part, content))
                part = None

    def text(self, number):
        text = self.strings[number]
        return text if isinstance(text, str) else text["start"]

    def value(self, tag, low, high):
        (payload,) = struct.unpack("<d", struct.pack("<ii", low, high))
        if tag < 4:
            return ["undefined", None, False, True][tag] if tag else ["undefined"]
        if tag == 4:
            return payload if payload == payload and abs(payload) != float("inf") else [repr(payload)]
        if tag in (5, 7, 8):
            text = self.strings[int(payload)]
            length = None if isinstance(text, str) else text["length"]
            return [["string", "", "bigint", "symbol"][tag - 5], self.text(int(payload)), length]
        if tag in (6, 14):
            name, type_, _ = self.objects[int(payload)]
            return ["object", type_, self.text(name), int(payload)]
        if tag == 10:
            return ["length", int(payload)]
        return ["absent"] if tag == 9 else ["not recorded"]

    def rows(self):
        for (thread, count, first, stack), content in self.parts:
            columns = [struct.unpack_from("<%di" % count, content, column * 4 * count) for column in range(4)]
            stack, key = list(stack), None
            for row, (word, subject, low, high) in enumerate(zip(*columns)):
                number, tag = word >> 4, word & 15
                if tag in NO_EVENT:
                    key = subject if tag == 11 else None
                    continue
                path, site = self.sites[number]
                kind = site["kind"]
                shown = site["key"] if key is None else -key - 1 if key < 0 else self.text(key)
                running = self.step(stack, kind, site["key"], subject)
                yield [first + row, thread, kind, path, site["offset"], subject, shown, self.value(tag, low, high), running]
                key = None

    def step(self, stack, kind, key, subject):
        """The activation in which a row happened; the stack becomes what it is behind the row."""
        if kind in ("call", "resume"):
            if kind == "resume" and key == "await":
                stack.clear()
            running = stack[-1] if stack else 0
            stack.append(subject)
            return running
        if kind in OF_ACTIVATION and subject != 0 and (not stack or stack[-1] != subject):
            while subject in stack and stack[-1] != subject:
                stack.pop()
            if subject not in stack:
                stack.append(subject)
        running = stack[-1] if stack else 0
        if kind in ("exit", "suspend") and stack:
            stack.pop()
        return running


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        for row in Trace(file.read()).rows():
            print(json.dumps(row))
