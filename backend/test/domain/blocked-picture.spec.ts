import { PictureBlock } from '../../src/domain/moderation/blocked-picture.js';
import { given } from '../support/given.js';
import { NOBODY } from '../../src/domain/admin/person.js';

const decider = NOBODY;
const imageHash = 'a'.repeat(64);
const perceptualHash = '0123456789abcdef';

const removal = (actId: string) =>
  ({ imageHash, perceptualHash, postId: 'p1', actId, reason: 'spam' }) as const;
const blocked = (actId: string) => ({ type: 'PictureBlocked', data: removal(actId) }) as const;
const lifting = (actId: string) =>
  ({ imageHash, actId, adminId: 'a1', reason: 'quality', note: 'Not the same.' }) as const;
const unblocked = (actId: string) => ({ type: 'PictureUnblocked', data: lifting(actId) }) as const;
const undone = (actId: string, isBlocked: boolean) =>
  ({ type: 'PictureBlockUndone', data: { imageHash, actId, isBlocked } }) as const;

const undo = (actId: string) => PictureBlock.UndoPictureBlock({ imageHash, actId });

describe('blocking a picture', () => {
  it('puts it on the list', () =>
    given(PictureBlock)
      .when(PictureBlock.BlockPicture(removal('r1')))
      .then(blocked('r1')));

  it('does nothing when repeated', () =>
    given(PictureBlock, blocked('r1'))
      .when(PictureBlock.BlockPicture(removal('r1')))
      .thenNothing());

  it('does nothing for a removal that was undone meanwhile', () =>
    given(PictureBlock, blocked('r1'), undone('r1', false))
      .when(PictureBlock.BlockPicture(removal('r1')))
      .thenNothing());

  it('counts the removal of another post with the same picture', () =>
    given(PictureBlock, blocked('r1'))
      .when(PictureBlock.BlockPicture(removal('r2')))
      .then(blocked('r2')));
});

describe('explaining a block', () => {
  const explain = (note: string) => PictureBlock.ExplainBlockedPicture({ imageHash, adminId: 'a1', note });
  const explained = {
    type: 'PictureBlockExplained',
    data: { imageHash, adminId: 'a1', note: 'A logo.' },
  } as const;

  it('records the note', () => given(PictureBlock, blocked('r1')).when(explain(' A logo. ')).then(explained));

  it('does nothing when the same admin repeats it', () =>
    given(PictureBlock, blocked('r1'), explained).when(explain('A logo.')).thenNothing());

  it.each([
    ['', 'Please describe the reason.'],
    ['x'.repeat(501), 'A note has at most 500 characters'],
  ])('is rejected for the note %j', (note, message) =>
    given(PictureBlock, blocked('r1')).when(explain(note)).thenRejected(message, 'invalid'),
  );

  it('is rejected for a picture that was never blocked', () =>
    given(PictureBlock)
      .when(explain('A logo.'))
      .thenRejected('This picture is not on the block list.', 'notFound'));
});

describe('lifting a block', () => {
  const lift = (actId: string) => PictureBlock.UnblockPicture({ ...lifting(actId), decider });

  it('allows the picture', () => given(PictureBlock, blocked('r1')).when(lift('l1')).then(unblocked('l1')));

  it('does nothing when repeated', () =>
    given(PictureBlock, blocked('r1'), unblocked('l1')).when(lift('l1')).thenNothing());

  it('is rejected when another admin lifted it', () =>
    given(PictureBlock, blocked('r1'), unblocked('l1'))
      .when(lift('l2'))
      .thenRejected('This picture is not blocked any more.', 'conflict'));

  it('is rejected for a picture that was never blocked', () =>
    given(PictureBlock).when(lift('l1')).thenRejected('This picture is not on the block list.', 'notFound'));

  it('is possible again after a later removal', () =>
    given(PictureBlock, blocked('r1'), unblocked('l1'), blocked('r2'))
      .when(lift('l2'))
      .then(unblocked('l2')));
});

describe('undoing a block', () => {
  it('allows the picture again', () =>
    given(PictureBlock, blocked('r1')).when(undo('r1')).then(undone('r1', false)));

  it('leaves the block of another removal', () =>
    given(PictureBlock, blocked('r1'), blocked('r2')).when(undo('r1')).then(undone('r1', true)));

  it('does nothing when repeated, for an unknown act, and for a lifting', () => {
    given(PictureBlock, blocked('r1'), undone('r1', false)).when(undo('r1')).thenNothing();
    given(PictureBlock, blocked('r1')).when(undo('r9')).thenNothing();
    given(PictureBlock, blocked('r1'), unblocked('l1')).when(undo('l1')).thenNothing();
  });
});

describe('undoing the lifting of a block', () => {
  const because = 'It is the same.';
  const relist = (actId: string) =>
    PictureBlock.UndoUnblocking({ imageHash, actId, adminId: 'a2', because, decider });
  const relisted = (actId: string, isBlocked: boolean) =>
    ({
      type: 'PictureUnblockingUndone',
      data: { imageHash, actId, adminId: 'a2', isBlocked, because },
    }) as const;

  it('blocks the picture again', () =>
    given(PictureBlock, blocked('r1'), unblocked('l1')).when(relist('l1')).then(relisted('l1', true)));

  it('leaves what was decided after it', () => {
    given(PictureBlock, blocked('r1'), unblocked('l1'), blocked('r2'), unblocked('l2'))
      .when(relist('l1'))
      .then(relisted('l1', false));
    given(PictureBlock, blocked('r1'), unblocked('l1'), undone('r1', false))
      .when(relist('l1'))
      .then(relisted('l1', false));
  });

  it('does nothing when repeated, and lets another admin lift the block again', () => {
    const story = [blocked('r1'), unblocked('l1'), relisted('l1', true)] as const;
    given(PictureBlock, ...story)
      .when(relist('l1'))
      .thenNothing();
    given(PictureBlock, ...story)
      .when(PictureBlock.UnblockPicture({ ...lifting('l1'), decider }))
      .thenNothing();
    given(PictureBlock, ...story)
      .when(PictureBlock.UnblockPicture({ ...lifting('l2'), decider }))
      .then(unblocked('l2'));
  });

  it('is rejected for an unknown act, and for a removal', () => {
    given(PictureBlock, blocked('r1')).when(relist('l9')).thenRejected('Act not found', 'notFound');
    given(PictureBlock, blocked('r1')).when(relist('r1')).thenRejected('Act not found', 'notFound');
  });
});
