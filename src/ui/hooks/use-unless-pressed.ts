import { useEffect, useState } from 'react';

/**
 * Returns the value. While a pointer is pressed it returns the previous value, so that a change on leaving a field does not
 * move the pressed button.
 */
export function useValueHeldDuringPress<Value>(value: Value): Value {
  const [isPressed, setPressed] = useState(false);
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const onPress = () => setPressed(true);
    // The timeout lets the click event of this press run first.
    const onRelease = () => setTimeout(() => setPressed(false));
    window.addEventListener('pointerdown', onPress, { capture: true });
    window.addEventListener('pointerup', onRelease, { capture: true });
    window.addEventListener('pointercancel', onRelease, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', onPress, { capture: true });
      window.removeEventListener('pointerup', onRelease, { capture: true });
      window.removeEventListener('pointercancel', onRelease, { capture: true });
    };
  }, []);
  if (!isPressed && shown !== value) setShown(value);
  return isPressed ? shown : value;
}
