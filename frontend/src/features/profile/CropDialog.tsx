import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { useUploadPicture } from './profile.queries.ts';

/** A rectangle in pixels of the picture, after its rotation. */
interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longest edge in pixels of a cropped picture; avatars need no more. */
const longestEdge = 1280;

/**
 * Crops a square out of a picture, with its EXIF rotation applied, and encodes it as a new file without metadata.
 * Rejects if the browser cannot read the file.
 */
async function cropPicture(file: Blob, area: PixelArea): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const edge = Math.max(1, Math.round(Math.min(area.width, longestEdge)));
    const canvas = document.createElement('canvas');
    canvas.width = edge;
    canvas.height = edge;
    const pen = canvas.getContext('2d')!;
    // JPEG has no transparency: transparent parts become white.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, edge, edge);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, edge, edge);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
        'image/jpeg',
        0.92,
      );
    });
  } finally {
    picture.close();
  }
}

const [leastZoom, mostZoom, zoomStep] = [1, 4, 0.1];

/** The cropped part in the size of an avatar. `area` is in percent of the picture. */
function Preview({ url, area }: { url: string; area: Area | undefined }) {
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
  url: string;
  isSaving: boolean;
  /** Why the last attempt to save failed. */
  failure: Error | null;
  onSave: (pixels: Area) => void;
  onCancel: () => void;
  onUnreadable: () => void;
}

/**
 * In a low and wide window the controls are beside the picture, else below it; the picture takes the remaining
 * height.
 */
function CropForm({ url, isSaving, failure, onSave, onCancel, onUnreadable }: CropFormProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(leastZoom);
  const [area, setArea] = useState<{ percent: Area; pixels: Area }>();
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
          onCropAreaChange={(percent, pixels) => setArea({ percent, pixels })}
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
          <Preview url={url} area={area?.percent} />
        </div>
        {failure && <Notice look="danger">{messageOf(failure, 'Failed to upload picture')}</Notice>}
        <div className="grid gap-3 sm:grid-cols-2 [@media(max-height:36rem)_and_(min-width:30rem)]:grid-cols-1">
          <Button look="secondary" aria-disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
          <Button busy={isSaving} disabled={!area} onClick={() => area && onSave(area.pixels)}>
            {isSaving ? 'Uploading…' : 'Save Picture'}
          </Button>
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
  /** The chosen file and an object URL for it. */
  chosen: { file: File; url: string };
  onDone: () => void;
  onCancel: () => void;
}

/** Crops the round part of a picture, by mouse, touch or keyboard, and uploads it; stays open until that is done. */
export function CropDialog({ chosen: { file, url }, onDone, onCancel }: CropDialogProps) {
  const [isUnreadable, setUnreadable] = useState(false);
  // Set from the press on: cropping a large picture takes a while.
  const [isSaving, setSaving] = useState(false);
  const upload = useUploadPicture();
  const once = useOneAtATime();

  const save = async (pixels: Area, done: () => void): Promise<void> => {
    setSaving(true);
    const picture = await cropPicture(file, pixels).catch(() => undefined);
    const end = (): void => {
      setSaving(false);
      done();
    };
    if (picture) {
      upload.mutate(picture, { onSuccess: onDone, onSettled: end });
    } else {
      setUnreadable(true);
      end();
    }
  };

  return (
    <Dialog
      open
      busy={isSaving}
      onOpenChange={(open) => open || onCancel()}
      title="Crop Your Picture"
      description={isUnreadable ? undefined : <Hint />}
    >
      {isUnreadable ? (
        <Unreadable onClose={onCancel} />
      ) : (
        <CropForm
          url={url}
          isSaving={isSaving}
          failure={upload.error}
          onSave={(pixels) => once((done) => void save(pixels, done))}
          onCancel={onCancel}
          onUnreadable={() => setUnreadable(true)}
        />
      )}
    </Dialog>
  );
}
