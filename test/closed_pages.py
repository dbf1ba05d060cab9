"""closed_pages.py: connects as many clients to a server as it accepts; all of them listen to its events. Then closes
the clients, connects ten new clients one after another, and prints how many of the ten are accepted within seconds.

    closed_pages.py URL"""
import socket
import sys
import time
import urllib.parse

PLACES = 256
url = urllib.parse.urlparse(sys.argv[1])


def listen():
    """A connection that listens to events, and the HTTP status of the answer."""
    s = socket.create_connection((url.hostname, url.port), timeout=10)
    s.sendall(f"GET /api/events HTTP/1.1\r\nHost: {url.netloc}\r\n\r\n".encode())
    return s, int(s.recv(4096).split()[1])


def listens_soon():
    for _ in range(20):
        s, status = listen()
        if status == 200:
            return s
        s.close()
        time.sleep(0.1)
    return None


pages = [listen() for _ in range(PLACES)]
full = listen()[1]
for page, _ in pages:
    page.close()
later = [listens_soon() for _ in range(10)]
print(f"{sum(status == 200 for _, status in pages)} clients, then status {full}; after closing them, "
      f"{sum(s is not None for s in later)} of {len(later)} new ones accepted")
