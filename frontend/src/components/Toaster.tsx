import { useStore } from '../lib/create-store.ts';
import { onDemand } from './on-demand.tsx';
import { toastLook, toastPlace } from './toast-look.ts';
import { type ToastMessage, toastStore } from './toast.ts';

/** The message without its controls: until they have loaded, which they may not without a network. */
function PlainToast({ message }: { message: ToastMessage }) {
  const { title, description, look, open } = message;
  return (
    <ol data-toasts className={toastPlace(message)}>
      {open && (
        <li className={toastLook(message)}>
          <div role="alert">
            <p className={`font-bold ${look === 'danger' ? 'text-danger' : ''}`}>{title}</p>
            {description && <p className="mt-0.5 text-[0.9375rem] text-soft">{description}</p>}
          </div>
        </li>
      )}
    </ol>
  );
}

const Toasts = onDemand(() => import('./Toasts.tsx').then((module) => module.Toasts), PlainToast);

/** Shows toasts, once there is one. Each is a new element, which screen readers read even if it says the same. */
export function Toaster() {
  const message = useStore(toastStore);
  return message && <Toasts key={message.id} message={message} />;
}
