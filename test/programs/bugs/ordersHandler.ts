import type { Request, Response } from 'express';
import { log } from './log.js';

export function listOrders(req: Request, res: Response): void {
  log(req.url);
  const limit = Number(req.query['limit'] ?? 20);
  const rows = new Array<number>(limit).fill(0); //! limit
  res.json({ count: rows.length });
}
