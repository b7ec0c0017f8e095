// The last line fails. The index was right until `shorten`, which is what made the failure inevitable.
const rows = [['a'], ['b'], ['c']];
let at = 0;

function choose(n) {
  at = n;
}

function shorten(list) {
  list.length = 2;
}

choose(1);
choose(2);
shorten(rows);
rows[0] = ['d'];
console.log(rows[at].length);
