import assert from 'node:assert/strict';
import { rerunNotice } from '../../extension/querypoints/rerunNotice.js';

const always = rerunNotice(null);

describe('what is said before a program is run again', () => {
  it('is the same for a program that holds no port', () => assert.equal(rerunNotice({ isEnded: false, repeated: 0, byHand: [] }), always));

  it('is for a server that it is ended, what is repeated, and that its own connections are its own', () =>
    assert.equal(
      rerunNotice({ isEnded: true, repeated: 2, byHand: [] }),
      `${always} The one that waits holds a port: it is ended, and another takes its place. The 2 requests that it has had are repeated, from ` +
        'memory. Connections that it makes by itself, to databases and other servers, it makes again.',
    ));

  it('names what has to be repeated by hand', () =>
    assert.match(
      rerunNotice({ isEnded: true, repeated: 1, byHand: ['POST /files, which is longer than 1 MB', 'requests by HTTP/2'] }),
      /The request that it has had is repeated, .*not be recorded: POST \/files, which is longer than 1 MB; requests by HTTP\/2\. Repeat it/,
    ));
});
