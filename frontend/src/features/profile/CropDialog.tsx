import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type UploadFailure, withoutCopy } from '../../api/upload-end.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { ReadyPhoto } from '../../lib/chosen-photo.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { type PictureForm, useUploadPicture } from './use-upload-picture.ts';

/** The longest edge in pixels of a cropped picture; avatars need no more. A proxy may want a smaller one. */
const [EDGE, SMALL_EDGE] = [1280, 480];

/** A part of a picture, and the longest edge of what is cut out of it. */
interface Cut {
  area: Area;
  edge: number;
}

/** A part of a picture, cut out. Where the browser cannot do that, the server does. */
async function formOf(picture: File, { area: { x, y, width, height }, edge }: Cut): Promise<PictureForm> {
  const part = { left: x / 100, top: y / 100, width: width / 100, height: height / 100 };
  try {
    const { copyPhoto } = await import('../../lib/photo-copy.ts');
    return { picture: (await copyPhoto(picture, { width: edge, height: edge }, part)).photo };
  } catch {
    return { picture, part };
  }
}

const [leastZoom, mostZoom, zoomStep] = [1, 4, 0.1];

/** The cropped part in the size of an avatar. `area` is in percent of the picture. */
function Preview({ url, area }: { url: string | undefined; area: Area | undefined }) {
  return (
    <div aria-hidden className="size-16 shrink-0 overflow-hidden rounded-full bg-rule">
      {area && (
        <img
          src={url}
          alt=""
          className="max-w-none origin-top-left"
          style={{
            width: `${10000 / area.width}%`,
            height: `${10000 / area.height}%`,
            transform: `translate(${-area.x}%, ${-area.y}%)`,
          }}
        />
      )}
    </div>
  );
}

/** How to use the dialog; hidden in a low window, but still read by screen readers. */
function Hint() {
  return (
    <span className="[@media(max-height:36rem)_and_(min-width:30rem)]:sr-only">
      Drag it into place, or use the arrow keys.
    </span>
  );
}

interface CropFormProps {
  url: string | undefined;
  isSaving: boolean;
  /** Why the last attempt to save failed. */
  problem: UploadFailure | undefined;
  onSave: (cut: Cut) => void;
  onCancel: () => void;
  onReplace: () => void;
  onUnreadable: () => void;
}

/**
 * In a low and wide window the controls are beside the picture, else below it; the picture takes the remaining
 * height.
 */
function CropForm({ url, isSaving, problem, onSave, onCancel, onReplace, onUnreadable }: CropFormProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(leastZoom);
  const [area, setArea] = useState<Area>();
  const [sent, setSent] = useState<Area>();
  // Another part may be accepted.
  const way = problem?.way === 'choose' && area !== sent ? 'again' : problem?.way;
  const save = (edge: number): void => {
    setSent(area);
    if (area) onSave({ area, edge });
  };
  return (
    <div className="mt-5 grid gap-4 [@media(max-height:36rem)_and_(min-width:30rem)]:grid-cols-2">
      <div className="relative mx-auto aspect-square w-[clamp(11rem,100dvh-25rem,100%)] overflow-hidden rounded-card bg-rule [@media(max-height:36rem)_and_(min-width:30rem)]:w-[clamp(8rem,100dvh-11rem,100%)]">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={leastZoom}
          maxZoom={mostZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={setArea}
          keyboardStep={8}
          disableAutomaticStylesInjection
          classes={{
            // Inside, because outside is clipped; in two colours, because the picture may have either.
            cropAreaClassName:
              'focus-visible:border-[6px]! focus-visible:border-paper! focus-visible:-outline-offset-3',
          }}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ 'aria-label': 'Part of the picture; the arrow keys move it', role: 'group' }}
        />
      </div>
      <div className="flex flex-col justify-center gap-4">
        <div className="flex items-center gap-4">
          <label className="min-w-0 grow font-semibold">
            Zoom
            <input
              type="range"
              min={leastZoom}
              max={mostZoom}
              step={zoomStep}
              value={zoom}
              aria-valuetext={`${Math.round(zoom * 100)} percent`}
              onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
              className="mt-1 block h-8 w-full rounded-control accent-accent"
            />
          </label>
          <Preview url={url} area={area} />
        </div>
        {problem && <Notice look="danger">{problem.text}</Notice>}
        <div className="grid gap-3 sm:grid-cols-2 [@media(max-height:36rem)_and_(min-width:30rem)]:grid-cols-1">
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {way === 'choose' ? (
            <Button onClick={onReplace}>Choose Another</Button>
          ) : (
            <Button
              busy={isSaving}
              disabled={!area}
              onClick={() => save(way === 'smaller' ? SMALL_EDGE : EDGE)}
            >
              {isSaving ? 'Uploading…' : way === 'smaller' ? 'Send a Smaller Copy' : 'Save Picture'}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Replaces the form and takes its focus. */
function Unreadable({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="mt-5 space-y-5">
      <Notice look="danger">This picture cannot be read. Please choose another one.</Notice>
      <Button ref={close} look="secondary" onClick={onClose} className="w-full">
        Close
      </Button>
    </div>
  );
}

interface CropDialogProps {
  picture: ReadyPhoto;
  onDone: () => void;
  onCancel: () => void;
  /** Called when the person wants another picture. */
  onReplace: () => void;
}

/**
 * Crops the round part of a picture, by mouse, touch or keyboard, and uploads it. Stays open until that is done, or is
 * cancelled by its button.
 */
export function CropDialog({ picture: { photo }, onDone, onCancel, onReplace }: CropDialogProps) {
  const url = useObjectUrl(photo);
  const [isUnreadable, setUnreadable] = useState(false);
  const [isSmallest, setSmallest] = useState(false);
  // The same again for the same part, so that a repetition is known as one.
  const made = useRef<Cut & { form: PictureForm }>(undefined);

  const make = async ({ area, edge }: Cut): Promise<PictureForm> => {
    if (made.current?.area !== area || made.current.edge !== edge) {
      made.current = { area, edge, form: await formOf(photo, { area, edge }) };
    }
    const { form } = made.current;
    setSmallest(edge === SMALL_EDGE || form.part !== undefined);
    return form;
  };
  const { send, cancel, isSending, problem } = useUploadPicture(make, onDone);

  return (
    <Dialog
      open
      busy={isSending}
      onOpenChange={(open) => open || onCancel()}
      title="Crop Your Picture"
      description={isUnreadable ? undefined : <Hint />}
    >
      {isUnreadable ? (
        <Unreadable onClose={onCancel} />
      ) : (
        <CropForm
          url={url}
          isSaving={isSending}
          problem={problem && isSmallest ? withoutCopy(problem) : problem}
          onSave={send}
          onCancel={isSending ? cancel : onCancel}
          onReplace={onReplace}
          onUnreadable={() => setUnreadable(true)}
        />
      )}
    </Dialog>
  );
}
