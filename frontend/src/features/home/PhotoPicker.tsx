import { Camera, ImagePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../components/Button.tsx';

/** Reports the first file that is pasted anywhere on the page. */
function usePastedFile(onFile: (file: File) => void): void {
  const handle = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handle(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
}

interface PhotoPickerProps {
  onFile: (file: File) => void;
  problem: string | undefined;
}

/** Takes a photo by drag and drop, file dialog, paste, or the camera on phones. */
export function PhotoPicker({ onFile, problem }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    multiple: false,
    noKeyboard: true,
    onDrop: ([file]) => file && onFile(file),
  });
  usePastedFile(onFile);
  return (
    <div
      {...getRootProps({ role: undefined, tabIndex: undefined })}
      className={`grid aspect-square w-full cursor-pointer place-items-center rounded-card border-2 border-dashed hover:border-accent p-6 text-center transition-colors sm:aspect-[5/4] ${
        isDragActive ? 'border-accent bg-wash' : 'border-line'
      }`}
    >
      <input {...getInputProps({ 'aria-label': 'Photo', accept: 'image/jpeg,image/png,image/webp' })} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Photo from the camera"
        className="hidden"
        onClick={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
      <div className="flex w-full flex-col items-center">
        <span
          aria-hidden
          className={`grid size-16 place-items-center rounded-full transition-colors ${isDragActive ? 'bg-accent text-on-accent' : 'bg-wash text-accent'}`}
        >
          <ImagePlus className="size-7" strokeWidth={1.75} />
        </span>
        <p className="mt-4 font-display text-2xl font-bold">
          <span className="pointer-coarse:hidden">
            {isDragActive ? 'Let go to add it' : 'Drop your photo here'}
          </span>
          <span className="not-pointer-coarse:hidden">Add your photo</span>
        </p>
        <p className="mt-1.5 text-soft pointer-coarse:hidden">or paste it, or pick one</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          {/* The press bubbles to the card, which opens the file dialog. */}
          <Button>Choose a Photo</Button>
          <Button
            look="secondary"
            className="not-pointer-coarse:hidden"
            onClick={(event) => {
              event.stopPropagation();
              camera.current?.click();
            }}
          >
            <Camera aria-hidden className="size-5" />
            Take a Photo
          </Button>
        </div>
        <p className="mt-4 text-[0.9375rem] text-soft">JPG, PNG or WEBP (max 10MB)</p>
        {problem && (
          <p role="alert" className="mt-3 font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
