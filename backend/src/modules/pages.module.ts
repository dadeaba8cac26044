import { Module } from '@nestjs/common';
import { OldAssets, SharedAssets } from '../api/pages/shared-assets.js';

@Module({ providers: [OldAssets, SharedAssets] })
export class PagesModule {}
