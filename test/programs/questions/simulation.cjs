'use strict';
// Tasks of an operating system hand packets to each other: little else than objects, fields and calls.
const { tellCost } = require('./cost.cjs');

class Packet {
  constructor(link, owner, kind) {
    this.link = link;
    this.owner = owner;
    this.kind = kind;
    this.value = 0;
    this.bytes = [0, 0, 0, 0];
  }

  appendTo(queue) {
    this.link = null;
    if (queue === null) return this;
    let last = queue;
    while (last.link !== null) last = last.link;
    last.link = this;
    return queue;
  }
}

class Task {
  constructor(system, name, priority) {
    this.system = system;
    this.name = name;
    this.priority = priority;
    this.queue = null;
    this.state = 'waiting';
    this.steps = 0;
  }

  receive(packet) {
    this.queue = packet.appendTo(this.queue);
    if (this.state === 'waiting') this.state = 'ready';
  }

  take() {
    const packet = this.queue;
    if (packet !== null) this.queue = packet.link;
    if (this.queue === null) this.state = 'waiting';
    return packet;
  }

  step() {
    this.steps++;
    this.state = 'running';
    const packet = this.take();
    if (packet !== null) this.handle(packet);
    else this.state = 'waiting';
  }
}

class Worker extends Task {
  handle(packet) {
    for (let index = 0; index < packet.bytes.length; index++) packet.bytes[index] = (packet.bytes[index] + this.steps + index) & 255;
    packet.value = packet.bytes[0] ^ packet.bytes[3];
    packet.owner = this.name;
    this.system.tasks[packet.value % this.system.tasks.length].receive(packet);
  }
}

class Device extends Task {
  constructor(system, name, priority) {
    super(system, name, priority);
    this.pending = null;
  }

  handle(packet) {
    if (this.pending !== null) {
      const done = this.pending;
      this.pending = null;
      done.kind = 'done';
      this.system.tasks[(done.value + 1) % this.system.tasks.length].receive(done);
    }
    if (packet.value % 5 === 0) {
      const fresh = new Packet(null, this.name, 'fresh');
      fresh.value = packet.value + 1;
      this.system.tasks[fresh.value % this.system.tasks.length].receive(fresh);
    } else this.pending = packet;
  }
}

class System {
  constructor(count) {
    this.current = null;
    this.switches = 0;
    this.tasks = [];
    for (let index = 0; index < count; index++) {
      const kind = index % 3 === 0 ? Device : Worker;
      this.tasks.push(new kind(this, `task ${index}`, index % 4));
    }
    this.tasks.forEach((task, index) => {
      for (let number = 0; number < 3; number++) {
        const packet = new Packet(null, task.name, 'work');
        packet.value = index * 3 + number;
        task.receive(packet);
      }
    });
  }

  run(steps) {
    for (let done = 0; done < steps;) {
      for (const task of this.tasks) {
        if (task.state === 'waiting') continue;
        this.current = task;
        this.switches++;
        task.step();
        done++;
      }
    }
  }
}

const system = new System(24);
system.run(6_000_000);
const task = system.tasks[5];
tellCost();
console.error(system.switches, task.state); // stop
