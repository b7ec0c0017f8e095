import { createConnection, StreamMessageWriter, type Message } from 'vscode-languageserver/node.js';
import { GuardedReader } from './guardedReader.js';
import { serve } from './serve.js';

/** The language server: `dist/server.js --stdio`. */
const complain = (sentence: string): void => void process.stderr.write(`whence: ${sentence}\n`);
const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

// A handler that fails must not take the others with it; one that leaves something half done is started again by the editor.
process.on('unhandledRejection', (error) => complain(`A message could not be handled: ${sentenceOf(error)}`));
process.on('uncaughtException', (error) => {
  complain(`The language server failed and ends: ${sentenceOf(error)}`);
  process.exit(1);
});
// The client has gone: the end of the input follows.
process.stdout.on('error', () => {});

/** Everything is written by one writer, so that no message comes into the middle of another. */
class TellingWriter extends StreamMessageWriter {
  override async write(message: Message): Promise<void> {
    reader.sent(message);
    await super.write(message);
  }

  /** A refusal of the reader's own, which answers none of the requests that it handed on. */
  refuse(message: Message): Promise<void> {
    return super.write(message);
  }
}

const writer = new TellingWriter(process.stdout);
const reader = new GuardedReader(process.stdin, {
  answer: (message) => void writer.refuse(message).catch(() => {}),
  complain,
  // What was answered is written first.
  end: (code) => void process.stdout.write('', () => process.exit(code)),
});
serve(createConnection(reader, writer));
