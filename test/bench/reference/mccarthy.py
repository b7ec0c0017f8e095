"""Times the reference engine on McCarthy_k with `sometime m = 91`: prints one JSON object. Usage: mccarthy.py K RUNS"""
import json
import sys
from statistics import median

import syntox
from syntox import Prog, analyse

k, runs = int(sys.argv[1]), int(sys.argv[2])
body = [('call', 't0', 'M', [('+', 'n', 10 * k - 9)])] + [('call', f't{j}', 'M', [f't{j - 1}']) for j in range(1, k)] + [('ret', f't{k - 1}')]
main = [('read', 'n'), ('point', '1'), ('call', 'm', 'M', ['n']), ('point', '2'), ('sometime', ('==', 'm', 91))]
procedures = {'M': (['n'], [('if', ('>', 'n', 100), [('ret', ('-', 'n', 10))], body)]), 'main': ([], main)}
syntox.ENDFLAG[0] = False
times = []
for _ in range(runs):
    program = Prog(procedures)
    invariant, passes, evaluations, seconds = analyse(program)
    times.append(seconds * 1000)
print(json.dumps({'points': program.n, 'evaluations': evaluations, 'milliseconds': median(times)}))
