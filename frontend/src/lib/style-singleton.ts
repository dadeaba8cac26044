import { useEffect } from 'react';

/**
 * A component that applies its styles to the document as long as one of it is mounted. Takes the place of the package
 * `react-style-singleton`, which Radix uses to lock the scrolling behind dialogs: that one writes a style element, which
 * the content security policy forbids. Style sheets that a script constructs are allowed.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return function SharedStyles({ styles }: { styles: string }) {
    useEffect(() => {
      users += 1;
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
        sheet = undefined;
      };
    }, [styles]);
    return null;
  };
}
