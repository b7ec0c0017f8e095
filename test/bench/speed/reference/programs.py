"""Times the reference engine on a program of Figure 4 that its language can express: prints one JSON object.
Usage: programs.py NAME RUNS; NAME is Fact, Select, Ackermann, BinarySearch or McCarthy_K."""
import json
import sys
from statistics import median

import syntox
from syntox import Prog, analyse

END = ('point', '_end')


def index(value, low, high):
    return ('always', ('and', ('>=', value, low), ('<=', value, high)))


def mccarthy(k):
    calls = [('call', 't0', 'M', [('+', 'n', 10 * k - 9)])] + [('call', f't{j}', 'M', [f't{j - 1}']) for j in range(1, k)]
    main = [('read', 'n'), ('point', '1'), ('call', 'm', 'M', ['n']), ('point', '2'), ('sometime', ('==', 'm', 91))]
    return {'M': (['n'], [('if', ('>', 'n', 100), [('ret', ('-', 'n', 10))], calls + [('ret', f't{k - 1}')])]), 'main': ([], main)}


def fact():
    body = [('if', ('==', 'n', 0), [('ret', 1)], [('call', 'r', 'F', [('-', 'n', 1)]), ('ret', ('*', 'n', 'r'))])]
    return {'F': (['n'], body), 'main': ([], [('read', 'x'), ('point', '1'), ('call', 'y', 'F', ['x']), ('point', '2'), END])}


def select():
    last = ('if', ('==', 'n', -10), [('ret', 1)], [('ret', -1)])
    down = ('if', ('>', 'n', -10), [('call', 'r', 'S', [('-', 'n', 1)]), ('ret', 'r')], [last])
    body = [('if', ('>', 'n', 10), [('call', 'r', 'S', [('+', 'n', 1)]), ('ret', 'r')], [down])]
    main = [('read', 'n'), ('point', '1'), ('call', 's', 'S', ['n']), ('point', '2'), ('sometime', True)]
    return {'S': (['n'], body), 'main': ([], main)}


def ackermann():
    inner = [('call', 'r', 'A', ['m', ('-', 'n', 1)]), ('call', 'q', 'A', [('-', 'm', 1), 'r']), ('ret', 'q')]
    zero = ('if', ('==', 'n', 0), [('call', 'r', 'A', [('-', 'm', 1), 1]), ('ret', 'r')], inner)
    body = [('if', ('==', 'm', 0), [('ret', ('+', 'n', 1))], [zero])]
    main = [('read', 'i'), ('read', 'n'), ('point', '1'), ('call', 'a', 'A', ['i', 'n']), ('point', '2'), END]
    return {'A': (['m', 'n'], body), 'main': ([], main)}


def binary_search():
    choice = ('if', ('nd',), [('asg', 'right', ('-', 'm', 1))], [('asg', 'left', ('+', 'm', 1))])
    step = [('asg', 'm', ('div2', ('+', 'left', 'right'))), ('point', 'm'), index('m', 1, 100), choice]
    loop = ('dountil', ('or', ('nd',), ('>', 'left', 'right')), step)
    find = [('asg', 'left', 1), ('asg', 'right', 'n'), loop, ('ret', 0)]
    main = [('read', 'n', (1, 100)), ('read', 'key'), ('point', '1'), ('call', 'f', 'Find', ['key']), ('point', '2'), END]
    return {'Find': (['key'], find), 'main': ([], main)}


programs = {'Fact': fact, 'Select': select, 'Ackermann': ackermann, 'BinarySearch': binary_search}
name, runs = sys.argv[1], int(sys.argv[2])
if name.startswith('McCarthy_'):
    procedures, shared, ends = mccarthy(int(name.split('_')[1])), (), False
else:
    procedures, shared, ends = programs[name](), ('n',) if name == 'BinarySearch' else (), name != 'Select'
syntox.ENDFLAG[0] = ends
times = []
for _ in range(runs):
    program = Prog(procedures, shared)
    invariant, passes, evaluations, seconds = analyse(program)
    times.append(seconds * 1000)
print(json.dumps({'points': program.n, 'evaluations': evaluations, 'milliseconds': median(times)}))
