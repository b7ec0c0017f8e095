const known = {
  audit: { apply: (options) => void options.bytes },
  discount: { apply: (options) => merge(options, { percent: 5 }) },
  preview: { apply: (options) => merge(options, { items: 5, hint: 'preview' }) },
};

function merge(target, more) {
  for (const key of Object.keys(more)) target[key] = more[key];
  return target;
}

export function apply(name, options) {
  known[name].apply(options);
}
