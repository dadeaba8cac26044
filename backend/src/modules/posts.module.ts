import { Module } from '@nestjs/common';
import { DirectPublishing } from '../api/posts/direct-publishing.service.js';
import { NearCopies } from '../api/posts/near-copies.service.js';
import { PostCreation } from '../api/posts/post-creation.service.js';
import { PostsController } from '../api/posts/posts.controller.js';
import { RatedPublishing } from '../api/posts/rated-publishing.service.js';
import { Standings } from '../api/posts/trust-levels.service.js';
import { HttpModule } from './http.module.js';
import { PhotosModule } from './photos.module.js';

@Module({
  imports: [HttpModule, PhotosModule],
  controllers: [PostsController],
  providers: [DirectPublishing, NearCopies, PostCreation, RatedPublishing, Standings],
})
export class PostsModule {}
