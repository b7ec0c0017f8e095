import { postage } from './shipping.mjs';

const weights = process.argv.slice(2).map(Number);
for (const kilograms of [...weights, 3, 45]) console.log(kilograms, postage(kilograms));
