import {
  Controller,
  Delete,
  HttpCode,
  HttpStatus,
  Param,
  ParseUUIDPipe,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { User } from './entities.js';
import { LikesService } from './likes.service.js';
import { CurrentUser, SessionGuard } from './session.guard.js';

@Controller('api/posts/:id/like')
@UseGuards(SessionGuard)
export class LikesController {
  constructor(private readonly likes: LikesService) {}

  @Post()
  @HttpCode(HttpStatus.OK)
  async like(@Param('id', ParseUUIDPipe) id: string, @CurrentUser() user: User): Promise<{ success: true }> {
    await this.likes.like(id, user.id);
    return { success: true };
  }

  @Delete()
  async unlike(
    @Param('id', ParseUUIDPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<{ success: true }> {
    await this.likes.unlike(id, user.id);
    return { success: true };
  }
}
