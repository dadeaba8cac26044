/**
 * For a dialog: the way in which people close it, which does nothing while what it has sent is under way. Closing would look
 * as if it took that back.
 */
export function unlessBusy(busy: boolean, onOpenChange: (open: boolean) => void): (open: boolean) => void {
  return (open) => {
    if (!busy) onOpenChange(open);
  };
}
