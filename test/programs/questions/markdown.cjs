'use strict';
// A Markdown renderer renders the same document, in which everything occurs, again and again.
const { tellCost } = require('./cost.cjs');
const MarkdownIt = require('markdown-it');

const part = `
# A heading with *emphasis* and \`code\`

A paragraph with a [link](https://example.org "title"), **strong text**, ~~what is deleted~~, <b>html</b> and an image:
![alt text](picture.png). Then https://example.org/that/is/linkified and "quotes" -- dashes... (c) 2020.

1. first *item*
2. second item
   - nested \`item\`
   - another **one**

> A quotation
> over *two* lines

| column | another | third |
|--------|:-------:|------:|
| 1      | *two*   | 3     |
| \`4\`  | five    | **6** |

\`\`\`js
const x = 1; // fenced
\`\`\`

    indented code

***
`;
const document = part.repeat(60);
const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true });
let state;
renderer.inline.ruler.before('text', 'keep', (one) => {
  state = one;
  return false;
});
let length = 0;
for (let round = 0; round < 30; round++) length += renderer.render(document).length;
tellCost();
console.error(length, state.pos); // stop
