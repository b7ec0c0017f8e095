// A painting program whose blue lines come out black (section 7 of Mirghasemi, Barton and Petitpierre: Querypoint Debugging), without
// its screen: sliders choose a colour, a mouse draws strokes, a surface paints them.
//
//   whence why --stop examples/painting.cjs:32 --when "from === '2,2'" --ask "lastChange(this.foregroundColor)" \
//     --ask "lastChange(P2(1):this.color)" --ask "lastChange(P3(1):this.color)" -- examples/painting.cjs

class Color {
  constructor(red, green, blue) {
    this.red = red;
    this.green = green;
    this.blue = blue;
  }

  toString() {
    return `rgb(${this.red}, ${this.green}, ${this.blue})`;
  }
}

class Surface {
  constructor(name) {
    this.name = name;
    this.foregroundColor = new Color(0, 0, 0);
    this.lines = [];
  }

  setColor(color) {
    this.foregroundColor = color;
  }

  drawLine(from, to) {
    const line = `${this.name} ${from}-${to} ${this.foregroundColor}`;
    this.lines.push(line);
  }
}

class PencilPaint {
  constructor() {
    this.points = [];
  }

  setColor(color) {
    this.color = color;
  }

  paint(surface) {
    surface.setColor(this.color);
    for (let i = 1; i < this.points.length; i++) surface.drawLine(this.points[i - 1], this.points[i]);
  }
}

class PaintObjectConstructor {
  constructor(canvas) {
    this.canvas = canvas;
    this.color = new Color(255, 0, 0);
    this.temporaryObject = null;
  }

  setColor(color) {
    this.color = color;
  }

  mousePressed(at) {
    this.temporaryObject = new PencilPaint();
    this.temporaryObject.setColor(this.color);
    this.temporaryObject.points.push(at);
  }

  mouseReleased(at) {
    this.temporaryObject.points.push(at);
    this.canvas.objects.push(this.temporaryObject);
  }
}

class Canvas {
  constructor() {
    this.objects = [];
  }

  paintComponent(surface) {
    for (const object of this.objects) object.paint(surface);
  }
}

class PaintWindow {
  constructor() {
    this.canvas = new Canvas();
    this.objectConstructor = new PaintObjectConstructor(this.canvas);
    this.sliders = { red: 255, green: 0, blue: 0 };
  }

  slide(name, value) {
    this.sliders[name] = value;
    this.stateChanged();
  }

  stateChanged() {
    const { red, green } = this.sliders;
    this.objectConstructor.setColor(new Color(red, green, green));
  }

  repaint() {
    const border = new Surface('border');
    border.setColor(new Color(9, 9, 9));
    border.drawLine('corner', 'corner');
    const surface = new Surface('canvas');
    this.canvas.paintComponent(surface);
    return surface.lines;
  }
}

const window = new PaintWindow();
window.objectConstructor.mousePressed('0,0');
window.objectConstructor.mouseReleased('5,5');
window.slide('green', 200);
window.objectConstructor.mousePressed('1,1');
window.objectConstructor.mouseReleased('6,6');
window.slide('red', 0);
window.slide('green', 0);
window.slide('blue', 255);
window.objectConstructor.mousePressed('2,2');
window.objectConstructor.mouseReleased('7,7');
console.log(window.repaint().join('\n'));
