# The app as a service: docker build -t kl-leash . && docker run -p 5006:5006 kl-leash
FROM python:3.11-slim

RUN useradd --create-home app
WORKDIR /home/app/kl-leash
COPY --chown=app . .
RUN pip install --no-cache-dir -e .
USER app

# ORIGIN: hosts (with port) from which browsers connect, separated by commas.
ENV PORT=5006 ORIGIN=localhost:5006

# A page whose app failed still answers 200, so the check looks for a view in the page.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s \
  CMD python -m app.health "http://localhost:${PORT}/app"

CMD ["sh", "-c", "exec panel serve app --address 0.0.0.0 --port \"$PORT\" $(printf -- '--allow-websocket-origin %s ' $(echo \"$ORIGIN\" | tr ',' ' '))"]
