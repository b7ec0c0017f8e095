const scale = [1, 10, 100];

function reading(index) {
  return { sensor: index % 3, raw: (index * 37) % 101, gain: index === 3141 ? 4 : index % 3 };
}

function volts({ raw, gain }) {
  return raw * scale[gain];
}

class Mean {
  sum = 0;
  count = 0;

  add(value) {
    this.sum = this.sum + value;
    this.count++;
  }

  get value() {
    return this.sum / this.count;
  }
}

const mean = new Mean();
for (let index = 0; index < 5000; index++) {
  mean.add(volts(reading(index)));
}
if (Number.isNaN(mean.value)) throw new Error('mean is NaN');
