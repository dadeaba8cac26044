import { useSwitch } from '../table/stored-choices.ts';

/** Whether the admin wants pictures blurred and grey until they ask for one. So it is until they choose otherwise. */
export function useBlurredAtFirst() {
  return useSwitch('review:blurred', true);
}
