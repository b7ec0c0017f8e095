"""Reads a trace file of Whence as docs/traceFormat.md describes it, and nothing else of Whence. Prints a JSON list for each event:
event, thread, kind of its site, path, offset, subject, key, value, and the activation in which it happened."""

import json
import struct
import sys
import zlib

MAGIC = b"whence\0\1"
TYPES = ["object", "function", "array", "map", "set", "error", "arguments", "module", "proxy", "class", "global", "native"]
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


GUESSED = (4, 5, 6, 7, 8, 10, 14)


def int32(number):
    return (number + 0x80000000) % 0x100000000 - 0x80000000


def slot(before, word):
    return ((before * 0x9E3779B1 & 0xFFFFFFFF) ^ (word * 0x85EBCA6B & 0xFFFFFFFF)) >> 18


class Column:
    """What is read of a column, one after the other."""

    def __init__(self, data, bits=1):
        self.data, self.bits, self.at = data, bits, 0

    def next(self):
        at, self.at = self.at, self.at + 1
        per = 8 // self.bits
        return self.data[at // per] >> at % per * self.bits & (1 << self.bits) - 1


def decoded(content, rows):
    """Word, subject and payload of each row."""
    words, second, subjects, payloads, misses, wholes, others = struct.unpack_from("<7i", content)
    at = 28

    def part(length):
        nonlocal at
        at += length
        return content[at - length : at]

    word_hits, step_hits = Column(part((rows + 7) // 8)), Column(part((rows + 7) // 8))
    subject_hits, guesses = Column(part((second + 7) // 8)), Column(part((payloads + 3) // 4), 2)
    is_whole = Column(part((misses + 7) // 8))
    numbers = [iter(struct.unpack("<%di" % count, part(count * 4))) for count in (words, subjects, wholes)]
    halves = [struct.unpack("<%di" % others, part(others * 4)) for _ in range(2)]
    raw = iter([struct.unpack("<d", struct.pack("<ii", *pair))[0] for pair in zip(*halves)])
    by_words, steps, by_word, last, earlier = {}, {}, {}, {}, {}
    first = before = subject_before = 0
    payload_before = 0.0
    for _ in range(rows):
        context = slot(first, before)
        word = by_words.get(context, 0) if word_hits.next() else next(numbers[0])
        by_words[context] = word
        pair, own = slot(before, word), slot(0, word)
        if step_hits.next():
            subject = int32(subject_before + steps.get(pair, 0))
        elif subject_hits.next():
            subject = by_word.get(own, 0)
        else:
            subject = int32(subject_before + next(numbers[1]))
        steps[pair], by_word[own], subject_before = int32(subject - subject_before), subject, subject
        payload = 0.0
        if word & 15 in GUESSED:
            same, guess = last.get(own, 0.0), guesses.next()
            if guess == 0:
                payload = same
            elif guess == 1:
                payload = same + (same - earlier.get(own, 0.0))
            elif guess == 2:
                payload = payload_before
            else:
                payload = float(next(numbers[2])) if is_whole.next() else next(raw)
            earlier[own], last[own], payload_before = same, payload, payload
        yield word, subject, payload
        first, before = before, word


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

    def value(self, tag, payload):
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
            stack, key = list(stack), None
            for row, (word, subject, payload) in enumerate(decoded(content, count)):
                number, tag = word >> 4, word & 15
                if tag == 15 and number == 0:
                    stack.clear()
                if tag in NO_EVENT:
                    key = subject if tag == 11 else None
                    continue
                path, site = self.sites[number]
                kind = site["kind"]
                shown = site["key"] if key is None else -key - 1 if key < 0 else self.text(key)
                running = self.step(stack, kind, site["key"], subject)
                yield [first + row, thread, kind, path, site["offset"], subject, shown, self.value(tag, payload), running]
                key = None

    def step(self, stack, kind, key, subject):
        """The activation in which a row happened; the stack becomes what it is behind the row."""
        if kind in ("call", "resume"):
            if kind == "resume" and key == "await":
                stack.clear()
            if kind == "resume" and stack and stack[-1] == subject:
                stack.pop()
            running = stack[-1] if stack else 0
            stack.append(subject)
            return running
        if kind in ("closed", "aborted"):
            while subject in stack and stack[-1] != subject:
                stack.pop()
            if stack and stack[-1] == subject:
                stack.pop()
            return stack[-1] if stack else 0
        if kind == "argument" and (not stack or stack[-1] != subject):
            stack.append(subject)
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
