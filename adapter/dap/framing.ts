/** Longer is no header, and no message, in bytes. */
const longestHeader = 4096;
const longestMessage = 1 << 28;

const start = Buffer.from('Content-Length:');
const blankLine = Buffer.from('\r\n\r\n');

export interface FrameListener {
  /** The text of a message; whether it is one is not known yet. */
  message(text: string): void;
  /** Something that is no frame was passed over, up to where the next begins. */
  skipped(what: string): void;
  /** From here on nothing can be understood. */
  lost(sentence: string): void;
}

/** Takes the messages out of what a client sends: `Content-Length: N`, an empty line, N bytes. */
export class FrameReader {
  private parts: Buffer[] = [];
  private size = 0;
  /** Of the message that is awaited; null while its header is. */
  private length: number | null = null;
  private isSkipping = false;
  private isLost = false;

  constructor(private readonly listener: FrameListener) {}

  read(data: Buffer): void {
    if (this.isLost) return;
    this.parts.push(data);
    this.size += data.length;
    while (!this.isLost && (this.length === null ? this.readHeader() : this.readMessage(this.length)));
  }

  private readMessage(length: number): boolean {
    if (this.size < length) return false;
    const bytes = this.whole();
    this.keep(bytes.subarray(length));
    this.length = null;
    this.listener.message(bytes.toString('utf8', 0, length));
    return true;
  }

  private readHeader(): boolean {
    const bytes = this.whole();
    const begin = bytes.indexOf(start);
    const other = bytes.subarray(0, begin < 0 ? Math.max(0, bytes.length - start.length + 1) : begin);
    // Other headers may stand before the one that tells the length.
    if (begin < 0 && bytes.length < longestHeader && isHeader(bytes)) return false;
    if (other.length > 0 && !isHeader(other)) {
      this.skip(other);
      this.keep(bytes.subarray(other.length));
      return begin >= 0;
    }
    if (begin < 0) return this.drop(bytes, other.length);
    const end = bytes.indexOf(blankLine, begin);
    if (end < 0) return bytes.length - begin > longestHeader ? this.drop(bytes, begin + start.length) : false;
    const [line = ''] = bytes.toString('latin1', begin + start.length, end).split('\r\n');
    if (!/^ *\d{1,15} *$/.test(line)) return this.drop(bytes, begin + start.length);
    this.isSkipping = false;
    this.length = Number(line);
    this.keep(bytes.subarray(end + blankLine.length));
    if (this.length > longestMessage) {
      this.isLost = true;
      this.listener.lost(`A message of ${this.length} bytes was announced, which is more than Whence's debugger takes.`);
    }
    return true;
  }

  private drop(bytes: Buffer, count: number): boolean {
    this.skip(bytes.subarray(0, count));
    this.keep(bytes.subarray(count));
    return count > 0;
  }

  /** What lies between two frames is reported once. */
  private skip(bytes: Buffer): void {
    if (this.isSkipping || bytes.length === 0) return;
    this.isSkipping = true;
    this.listener.skipped(bytes.toString('utf8', 0, 60));
  }

  private whole(): Buffer {
    const bytes = this.parts.length === 1 && this.parts[0] !== undefined ? this.parts[0] : Buffer.concat(this.parts);
    this.parts = [bytes];
    return bytes;
  }

  private keep(bytes: Buffer): void {
    this.parts = [bytes];
    this.size = bytes.length;
  }
}

/** Whether these bytes are lines of a header, as far as they go. */
function isHeader(bytes: Buffer): boolean {
  return /^([A-Za-z-]+: [^\r\n]*\r\n)*([A-Za-z-]*(: [^\r\n]*\r?)?)?$/.test(bytes.toString('latin1'));
}
