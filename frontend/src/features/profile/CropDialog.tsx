import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import { cropPicture } from '../../lib/crop-picture.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { useUploadPicture } from './profile.queries.ts';

const [leastZoom, mostZoom, zoomStep] = [1, 4, 0.1];

/** The part that is chosen, as small as it stands beside a name. `area` is in percent of the picture. */
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

interface CropFormProps {
  file: File;
  url: string;
  onDone: () => void;
  onCancel: () => void;
}

function CropForm({ file, url, onDone, onCancel }: CropFormProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(leastZoom);
  const [area, setArea] = useState<{ percent: Area; pixels: Area }>();
  const [isUnreadable, setUnreadable] = useState(false);
  const upload = useUploadPicture();
  const once = useOneAtATime();

  const save = async (pixels: Area, done: () => void): Promise<void> => {
    const picture = await cropPicture(file, pixels).catch(() => undefined);
    if (picture) upload.mutate(picture, { onSuccess: onDone, onSettled: done });
    else setUnreadable(true);
  };

  if (isUnreadable) {
    return (
      <div className="mt-5 space-y-5">
        <Notice look="danger">This picture cannot be read. Please choose another one.</Notice>
        <Button look="secondary" onClick={onCancel} className="w-full">
          Close
        </Button>
      </div>
    );
  }
  return (
    <div className="mt-5 space-y-4">
      <div className="relative aspect-square overflow-hidden rounded-card bg-rule">
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
          mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
          cropperProps={{ 'aria-label': 'Part of the picture; the arrow keys move it', role: 'group' }}
        />
      </div>
      <div className="flex items-center gap-4">
        <label className="grow font-semibold">
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
      {upload.isError && <Notice look="danger">{messageOf(upload.error, 'Failed to upload picture')}</Notice>}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          busy={upload.isPending}
          disabled={!area}
          onClick={() => area && once((done) => void save(area.pixels, done))}
        >
          {upload.isPending ? 'Uploading…' : 'Save Picture'}
        </Button>
      </div>
    </div>
  );
}

interface CropDialogProps {
  /** The chosen picture and an address for it. */
  chosen: { file: File; url: string };
  onDone: () => void;
  onCancel: () => void;
}

/** Cuts the round part out of a picture, by mouse, finger or keyboard, and uploads it. */
export function CropDialog({ chosen, onDone, onCancel }: CropDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title="Crop Your Picture"
      description="Drag it into place, or use the arrow keys."
    >
      <CropForm key={chosen.url} {...chosen} onDone={onDone} onCancel={onCancel} />
    </Dialog>
  );
}
