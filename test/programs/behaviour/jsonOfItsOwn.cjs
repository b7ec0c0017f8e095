// A program that makes JSON its own.
const { stringify } = JSON;
JSON.stringify = (value) => stringify(value, (key, one) => (typeof one === 'bigint' ? one.toString() : one));
const list = [1];
list.push(2);
console.log(JSON.stringify({ id: 10n, list }));
Array.prototype.toJSON = () => 'list';
const text = 'a "quoted" text\u2028 with \ud800 half a sign';
console.log(JSON.stringify({ list, text }));
Object.prototype.toJSON = () => 'object';
console.log(JSON.stringify({ list }), JSON.stringify([]));
JSON.stringify = () => 'nothing';
JSON.parse = () => 'nothing';
console.log(JSON.stringify(list), JSON.parse('{}'));
