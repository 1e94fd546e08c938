# docker build -t maitre .
# docker run --read-only --cap-drop ALL -p 127.0.0.1:8080:8080 -v maitre:/data maitre
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false \
        -ldflags="-s -w -X github.com/maitre-dev/maitre/internal/door/cli.Version=$VERSION" -o /maitre ./cmd/maitre \
    && mkdir /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /maitre /maitre
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
# All that is written is the database and what stands beside it.
WORKDIR /data
VOLUME /data
# Inside a container everybody is beyond loopback, so tokens are asked for:
# docker exec CONTAINER /maitre token create --guest C001
ENV GOMEMLIMIT=512MiB MAITRE_DB=/data/maitre.db MAITRE_ADDR=0.0.0.0:8080 MAITRE_AUTH=token TMPDIR=/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/maitre", "version", "--ready"]
ENTRYPOINT ["/maitre"]
CMD ["serve"]
