// An XML parser reads a catalogue.
import { tellCost } from './cost.cjs';
import { XMLParser } from 'fast-xml-parser';

const items = Array.from(
  { length: 3000 },
  (_, index) => `<item id="${index}" kind="${index % 7 ? 'book' : 'map'}">
  <title lang="en">Title number ${index} &amp; more</title>
  <price>${(index * 37) % 1000}.50</price><stock>${index % 13}</stock>
  <!-- a comment -->
  <authors><author>Ada</author><author>Barbara ${index}</author></authors>
  <text><![CDATA[some <raw> text]]></text>
</item>`,
);
const document = `<?xml version="1.0"?><catalogue>${items.join('\n')}</catalogue>`;
const parser = new XMLParser({ ignoreAttributes: false, parseAttributeValue: true });
let result;
for (let round = 0; round < 4; round++) result = parser.parse(document);
const item = result.catalogue.item[1500];
tellCost();
console.error(item.price); // stop
