import { Camera, ImagePlus } from 'lucide-react';
import { type ComponentProps, type DragEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { NeedsScripts } from '../../components/Panel.tsx';
import { photoTypes } from '../../components/use-ready-photo.ts';
import { intoView } from '../../lib/page.ts';

/** Reports the first file that is pasted anywhere on the page. */
function usePastedFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const handle = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    window.addEventListener('paste', handle);
    return () => window.removeEventListener('paste', handle);
  });
}

interface PhotoPickerProps {
  onFile: (file: File) => void;
  problem: string | undefined;
  /** Whether a copy of the chosen photo is being made; another choice ends it. */
  isCopying: boolean | undefined;
}

const drags = ['dragenter', 'dragover', 'drop'];

function accept(event: Event): void {
  event.preventDefault();
}

/** Reports the first file that is dropped on an element. */
function useDrop(onFile: (file: File) => void) {
  // How many elements the drag is over: one that is entered inside another comes before the other is left.
  const [depth, setDepth] = useState(0);
  // A file that misses the element would otherwise replace the page.
  useEffect(() => {
    for (const type of drags) document.addEventListener(type, accept);
    return () => {
      for (const type of drags) document.removeEventListener(type, accept);
    };
  }, []);
  return {
    isDragActive: depth > 0,
    onDragEnter: () => setDepth((before) => before + 1),
    onDragLeave: () => setDepth((before) => before - 1),
    onDrop: (event: DragEvent) => {
      setDepth(0);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
}

interface FileInputProps extends Pick<ComponentProps<'input'>, 'aria-label' | 'accept' | 'capture'> {
  ref: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
}

function FileInput({ ref, onFile, ...rest }: FileInputProps) {
  const take = (): void => {
    const input = ref.current!;
    const file = input.files?.[0];
    if (file) onFile(file);
    input.value = '';
  };
  // On a page of the server, a file may be chosen before this script is there.
  useEffect(take);
  return (
    <input
      {...rest}
      ref={ref}
      type="file"
      className="hidden"
      // Its press must not open the dialog of the card.
      onClick={(event) => event.stopPropagation()}
      onChange={take}
    />
  );
}

/** Takes a photo by drag and drop, file dialog, paste, or the camera on phones. */
export function PhotoPicker({ onFile, problem, isCopying }: PhotoPickerProps) {
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { isDragActive, ...drop } = useDrop(onFile);
  usePastedFile(onFile);
  return (
    // The press on the card is for the pointer; the keyboard has the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      {...drop}
      onClick={() => files.current?.click()}
      className={`grid w-full cursor-pointer place-items-center rounded-card border-2 border-dashed hover:border-accent p-6 text-center transition-colors at-home:aspect-auto sm:aspect-[5/4] ${
        isDragActive ? 'border-accent bg-wash' : 'border-line'
      }`}
    >
      <FileInput ref={files} aria-label="Photo" accept={photoTypes} onFile={onFile} />
      <FileInput
        ref={camera}
        aria-label="Photo from the camera"
        accept="image/*"
        capture="environment"
        onFile={onFile}
      />
      <div className="flex w-full flex-col items-center">
        <span
          aria-hidden
          className={`mb-4 grid size-16 place-items-center rounded-full transition-colors at-home:hidden max-sm:hidden ${isDragActive ? 'bg-accent text-on-accent' : 'bg-wash text-accent'}`}
        >
          <ImagePlus className="size-7" strokeWidth={1.75} />
        </span>
        <p className="font-display text-xl font-bold sm:text-2xl">
          <span className="pointer-coarse:hidden">
            {isDragActive ? 'Let go to add it' : 'Drop your photo here'}
          </span>
          <span className="not-pointer-coarse:hidden">Add your photo</span>
        </p>
        <p className="mt-1.5 text-soft max-sm:hidden pointer-coarse:hidden">or paste it, or pick one</p>
        <NeedsScripts />
        <div className="mt-5 flex flex-wrap justify-center gap-3 unscripted:hidden">
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
        <p role="status" className="mt-4 text-[0.9375rem] text-soft">
          {isCopying ? 'Making a copy…' : 'JPG, PNG or WEBP (max 10MB)'}
        </p>
        {problem && (
          <p ref={intoView} role="alert" className="mt-3 scroll-my-6 font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
