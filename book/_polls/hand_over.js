// Words go to other people: a phone opens what it sends with; elsewhere, or if it refuses, they are copied.

const isPhone = Boolean(navigator.share && matchMedia("(pointer: coarse)").matches);

// Returns whether they were copied; who closes what a phone opened has neither sent nor copied, which is an AbortError.
async function handOver(text, url) {
  if (isPhone) {
    try {
      await navigator.share({ text, ...(url && { url }) });
      return false;
    } catch (fault) {
      if (fault.name === "AbortError") throw fault;
    }
  }
  await navigator.clipboard.writeText(url ? `${text} ${url}` : text);
  return true;
}
