import type { Undecodable } from '../../kernel/undecodable.js';

/** What a list shows in place of what it can't read, because an event is in quarantine. */
export function unreadable({ type, position }: Pick<Undecodable, 'type' | 'position'>): string {
  return `This cannot be read at the moment: the event ${type} at position ${position} is in quarantine.`;
}
