-- Each change of a field, with the value before: the state of an object over time.
SELECT a.event, a.class, a.owner, a.name, b.number AS before, a.number AS after, s.file, s.line
FROM change a
LEFT JOIN change b ON b.event = a.previous
JOIN site s ON s.id = a.site
WHERE a.kind = 'field'
ORDER BY a.owner, a.name, a.event
