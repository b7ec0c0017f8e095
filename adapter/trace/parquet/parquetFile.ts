import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Cell } from '../relations/relation.js';
import type { Column, RelationShape } from '../relations/schema.js';
import type { ColumnReader } from '../relations/tableRelation.js';

/** So many rows are one row group at most, or so many characters of text: what a group holds is in memory. */
const groupRows = 1 << 16;
const groupCharacters = 1 << 23;

/** One file of a relation in Parquet, written row group by row group. Only its owner may read it. */
export class ParquetFile {
  private readonly descriptor: number;
  private readonly writer = new ByteWriter();
  private readonly parquet: ParquetWriter;
  private bytes = 0;

  /** The file must not be there yet. */
  constructor(
    path: string,
    private readonly shape: RelationShape,
  ) {
    this.descriptor = openSync(path, 'wx', 0o600);
    const writer = Object.assign(this.writer, { flush: () => this.flush() });
    this.parquet = new ParquetWriter({
      writer,
      schema: [{ name: 'root', num_children: shape.columns.length }, ...shape.columns.map(elementOf)],
      codec: 'GZIP',
      compressors: { GZIP: (bytes: Uint8Array) => gzipSync(bytes, { level: 1 }) },
      createdBy: 'Whence',
    });
  }

  /** Writes rows by their numbers: of each column what its reader gives. */
  write(count: number, readers: readonly ColumnReader[]): void {
    for (let from = 0; from < count;) {
      const columns = this.shape.columns.map((): Cell[] => []);
      let characters = 0;
      let row = from;
      for (; row < count && row - from < groupRows && characters < groupCharacters; row++)
        readers.forEach((read, index) => {
          const cell = read(row);
          if (typeof cell === 'string') characters += cell.length;
          columns[index]?.push(cell);
        });
      this.put(columns);
      from = row;
    }
  }

  /** Ends the file; gives its size. */
  end(): number {
    try {
      void this.parquet.finish();
      this.flush();
    } finally {
      closeSync(this.descriptor);
    }
    return this.bytes;
  }

  /** Gives up: the file is no Parquet. */
  abandon(): void {
    closeSync(this.descriptor);
  }

  private put(columns: readonly Cell[][]): void {
    const columnData = this.shape.columns.map(({ name, type }, index) => ({
      name,
      data: columns[index] ?? [],
      ...(type === 'integer' ? { encoding: 'DELTA_BINARY_PACKED' as const } : {}),
    }));
    void this.parquet.write({ columnData, rowGroupSize: groupRows });
  }

  private flush(): void {
    const bytes = this.writer.getBytes();
    for (let done = 0; done < bytes.length;) done += writeSync(this.descriptor, bytes, done);
    this.bytes += bytes.length;
    this.writer.index = 0;
  }
}

function elementOf({ name, type }: Column): ConstructorParameters<typeof ParquetWriter>[0]['schema'][number] {
  const repetition_type = 'OPTIONAL' as const;
  switch (type) {
    case 'integer':
      return { name, type: 'INT64', repetition_type };
    case 'real':
      return { name, type: 'DOUBLE', repetition_type };
    case 'text':
      return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type };
  }
}
