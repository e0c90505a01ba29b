import { useEffect, useState } from 'react';

/**
 * Returns the value, or the previous one while a finger or button is down, so that leaving a field does not move the button
 * that is being pressed.
 */
export function useUnlessPressed<Value>(value: Value): Value {
  const [isPressed, setPressed] = useState(false);
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const down = () => setPressed(true);
    // The delay lets the click of this press happen first.
    const up = () => setTimeout(() => setPressed(false));
    window.addEventListener('pointerdown', down, { capture: true });
    window.addEventListener('pointerup', up, { capture: true });
    window.addEventListener('pointercancel', up, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', down, { capture: true });
      window.removeEventListener('pointerup', up, { capture: true });
      window.removeEventListener('pointercancel', up, { capture: true });
    };
  }, []);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
