import type { DataSourceOptions } from 'typeorm';
import { Like, Post, Session, User } from './entities.js';

/** The PostgreSQL database named by PGHOST, PGPORT, PGUSER and PGDATABASE. */
export const database: DataSourceOptions = {
  type: 'postgres',
  host: process.env['PGHOST'] ?? 'localhost',
  port: Number(process.env['PGPORT'] ?? 5432),
  username: process.env['PGUSER'] ?? 'postgres',
  database: process.env['PGDATABASE'] ?? 'postgres',
  entities: [User, Session, Post, Like],
  poolSize: Number(process.env['POOL_SIZE'] ?? 20),
};
