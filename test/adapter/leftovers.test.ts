import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptFolder } from '../../server/files/keptFiles.js';
import { removeLeftovers, SessionFolder } from '../../adapter/launch/sessionFolder.js';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** With a temporary directory of its own. */
async function inTemporary(use: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-test-'));
  chmodSync(folder, 0o1777);
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    await use(folder);
  } finally {
    if (TMPDIR === undefined) Reflect.deleteProperty(process.env, 'TMPDIR');
    else process.env['TMPDIR'] = TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name that a folder of a process has that is gone. */
function nameOfAnother(own: string): string {
  const { pid } = spawnSync('true');
  return own.replace(/^whence-\d+-/, `whence-${pid}-`);
}

describe('the folder of a session', () => {
  it('is for this user alone, and gone when the session is', () =>
    inTemporary((temporary) => {
      const folder = SessionFolder.make();
      assert.equal(statSync(folder.path).mode & 0o777, 0o700);
      folder.remove();
      assert.deepEqual(readdirSync(temporary), []);
    }));

  it('is removed by the next start when its process was killed, and only then', () =>
    inTemporary(async (temporary) => {
      const own = SessionFolder.make();
      const name = own.path.slice(temporary.length + 1);
      const killed = join(temporary, nameOfAnother(name));
      const restarted = join(temporary, name.replace(/^(whence-\d+)-\w+-/, '$1-0-'));
      const elsewhere = join(temporary, nameOfAnother(name).replace(/-\w+-(?=.{8}$)/, '-another-'));
      const like = join(temporary, 'whence-1-notes');
      for (const folder of [killed, restarted, elsewhere, like]) mkdirSync(folder);
      writeFileSync(join(killed, 'over'), '');
      await removeLeftovers();
      assert.deepEqual([killed, restarted, elsewhere, like, own.path].map(existsSync), [false, false, true, true, true]);
      own.remove();
    }));

  it('is no link, and nobody else’s', () =>
    inTemporary(async (temporary) => {
      const own = SessionFolder.make();
      const name = own.path.slice(temporary.length + 1);
      own.remove();
      const kept = join(temporary, 'kept');
      mkdirSync(kept);
      writeFileSync(join(kept, 'file'), '');
      const link = join(temporary, nameOfAnother(name));
      symlinkSync(kept, link);
      const inside = join(temporary, nameOfAnother(name));
      mkdirSync(inside);
      symlinkSync(kept, join(inside, 'link'));
      const theirs = join(temporary, nameOfAnother(name));
      if (isRoot) {
        mkdirSync(theirs);
        chownSync(theirs, nobody, nobody);
      }
      await removeLeftovers();
      assert.deepEqual([join(kept, 'file'), link, inside, theirs].map(existsSync), [true, true, false, isRoot]);
    }));
});

describe('the folder of texts that were instrumented', () => {
  it('is for this user alone', () =>
    inTemporary(() => {
      assert.equal(statSync(keptFolder() ?? assert.fail('there is none')).mode & 0o777, 0o700);
    }));

  it('is not used when somebody else could have written it, or could put another in its place', () =>
    inTemporary((temporary) => {
      const folder = join(temporary, `whence-texts-${process.getuid?.() ?? 'user'}`);
      const elsewhere = join(temporary, 'elsewhere');
      mkdirSync(elsewhere, { mode: 0o700 });
      symlinkSync(elsewhere, folder);
      assert.equal(keptFolder(), null);
      rmSync(folder);
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      assert.equal(keptFolder(), null);
      chmodSync(folder, 0o700);
      assert.equal(keptFolder(), folder);
      if (isRoot) {
        chownSync(folder, nobody, nobody);
        assert.equal(keptFolder(), null);
        chownSync(folder, 0, 0);
      }
      chmodSync(temporary, 0o777); // not sticky: everybody renames what is in it
      assert.equal(keptFolder(), null);
    }));

  it('is not made where there is no temporary directory', () =>
    inTemporary((temporary) => {
      process.env['TMPDIR'] = join(temporary, 'none');
      assert.equal(keptFolder(), null);
      assert.equal(existsSync(join(temporary, 'none')), false);
      process.env['TMPDIR'] = temporary;
    }));
});
