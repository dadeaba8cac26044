import { Controller, Get } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Post } from './entities.js';

/** A page of the board: the newest posts with their owners, for which there is an index. */
@Controller('api/posts')
export class BoardController {
  constructor(private readonly database: DataSource) {}

  @Get()
  page(): Promise<Post[]> {
    return this.database
      .createQueryBuilder(Post, 'post')
      .innerJoinAndSelect('post.owner', 'owner')
      .where({ isPublic: true })
      .orderBy('post.publishedAt', 'DESC')
      .limit(50)
      .getMany();
  }
}
