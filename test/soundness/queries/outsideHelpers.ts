/** What programs about code without probes call: Node's own modules, and numbers of which no two are the same. */
export const outsideHelpers = `
const isOracle = process.env.ORACLE !== undefined;
let count = 0;
exports.n = () => ++count * 1000 + 7;
exports.http = require('node:http');
exports.url = require('node:url');
exports.util = require('node:util');
exports.querystring = require('node:querystring');
exports.EventEmitter = require('node:events').EventEmitter;
exports.PassThrough = require('node:stream').PassThrough;
let passages = 0;
exports.stop = () => void passages++;
process.on('exit', () => { if (isOracle) console.log(JSON.stringify(Array.from({ length: passages }, () => 0))); });
`;
