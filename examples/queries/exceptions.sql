-- Every exception with the function that threw it and the one that caught it.
SELECT e.event, e.class, e.message, c."function" AS thrown_in, h."function" AS caught_in
FROM exception e
LEFT JOIN call c ON c.event = e.call
LEFT JOIN event k ON k.id = e.caught
LEFT JOIN call h ON h.event = k.call
ORDER BY e.event
