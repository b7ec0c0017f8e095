// A small parser of XML, whose `replaceWith` has a fault: the old element still names its parent.
class Element {
  constructor(name) {
    this.name = name;
    this.parent = null;
    this.children = [];
  }

  append(child) {
    this.children.push(child);
    child.parent = this;
  }

  replaceWith(other) {
    const { children } = this.parent;
    other.parent = this.parent;
    children.splice(children.indexOf(this), 1, other);
  }

  wrap(outer) {
    const { parent } = this;
    parent.children.push(outer);
    outer.parent = parent;
    outer.children.push(this); // the element is still a child of its old parent
    this.parent = outer;
  }
}

function parse(text) {
  const root = new Element('#document');
  let open = root;
  for (const [, closing, name, empty] of text.matchAll(/<(\/?)(\w+)(\/?)>/g)) {
    if (closing === '/') open = open.parent;
    else {
      const element = new Element(name);
      open.append(element);
      if (empty !== '/') open = element;
    }
  }
  return root;
}

const page = (globalThis.page = parse('<html><head/><body><p/><p/></body></html>'));
const body = page.children[0].children[1];
body.children[0].replaceWith(new Element('div'));
body.children[1].wrap(new Element('section'));

exports.Element = Element;
