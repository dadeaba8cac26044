import { Download } from 'lucide-react';
import { messageOf } from '../../../api/api-error.ts';
import { download } from '../../../api/client.ts';
import { Button } from '../../../components/Button.tsx';
import { toastFailure } from '../../../components/toast.ts';

interface DownloadLinkProps {
  /** Its address. */
  file: string;
  /** Its name if the server gives it none. */
  nameOtherwise: string;
  className?: string;
  children: string;
}

/** Downloads a file of the back office. Before that, the admin may have to show who they are, which a plain link cannot ask. */
export function DownloadLink({ file, nameOtherwise, className, children }: DownloadLinkProps) {
  return (
    <Button asChild look="secondary" className={className}>
      <a
        href={file}
        download
        onClick={(event) => {
          event.preventDefault();
          download(file, nameOtherwise).catch((error: unknown) =>
            toastFailure('Failed to download', messageOf(error)),
          );
        }}
      >
        <Download aria-hidden className="size-4" />
        {children}
      </a>
    </Button>
  );
}
