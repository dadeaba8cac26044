import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, ValidateIf } from 'class-validator';

/** Which mails are wanted; what is left out stays as it is. */
export class EmailPreferencesRequest {
  @IsWanted('Mail when somebody rates a post.')
  readonly emailNotificationsRating?: boolean;

  @IsWanted('Mail when somebody comments or replies.')
  readonly emailNotificationsComment?: boolean;

  @IsWanted('Mail about places on the board.')
  readonly emailNotificationsAchievements?: boolean;
}

function IsWanted(description: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: Boolean, description }),
    ValidateIf((_, value) => value !== undefined),
    IsBoolean({ message: 'Please say true or false' }),
  );
}
